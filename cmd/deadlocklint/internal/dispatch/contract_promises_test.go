package dispatch

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestPromises: a lock type of a module that is only summarised locks when it says so.
func TestPromises(t *testing.T) {
	dir := moduletest.Source(t, "promises")
	for pkg, want := range map[string][]string{"./wrong": {"doublelock", "lockorder", "missingunlock"}, "./right": nil} {
		o := call(t, "-json", "-C="+dir, pkg)
		var got []string
		for _, f := range o.Findings {
			got = append(got, string(f.Check))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("whole program: %q, want %q\n%s", got, want, o.err)
		}
		cmd := exec.Command("go", "vet", "-vettool="+vetTool(t), pkg)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput() // its findings are looked at
		for _, check := range []string{"lockorder", "doublelock", "missingunlock"} {
			if found := strings.Contains(string(out), "["+check+" "); found != (want != nil) {
				t.Errorf("go vet: %s reported: %t\n%s", check, found, out)
			}
		}
	}
}
