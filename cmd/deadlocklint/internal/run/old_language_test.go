package run_test

import (
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A module of any go line is built with conditions and semaphores made visible.
func TestOldLanguage(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"1.13", "1.17", "1.24"} {
		for tag, status := range map[string]int{"": report.ExitFindings, "enough": report.ExitClean} {
			dir := moduletest.Unpack(t, "xsync_semaphore")
			moduletest.Write(t, dir, "go.mod", "module example.com/old\n\ngo "+line+"\n\nrequire golang.org/x/sync v0.20.0\n\nreplace golang.org/x/sync => ./xsync\n")
			moduletest.Write(t, dir, filepath.Join("xsync", "go.mod"), "module golang.org/x/sync\n\ngo "+line+"\n")
			for _, name := range []string{"main.go", "few.go", "enough.go"} {
				moduletest.Write(t, dir, name, moduletest.Text(t, "oldstore/"+name))
			}
			i := invokeProgram(t, dir, "-static=false", "-tags="+tag, ".")
			if i.status != status || !i.Complete || i.Stats.Conditions == nil || i.Stats.Conditions.Inferred != 1 {
				t.Errorf("go %s, -tags=%s: status %d, want %d\n%s%s", line, tag, i.status, status, i.errs, i.out)
			}
		}
	}
}
