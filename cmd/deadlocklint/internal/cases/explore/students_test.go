package explore_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreStudents: an addition to a log without a lock is lost under some schedules, and the run is made again with
// the recorder on: goroutines whose stacks grow meanwhile have no point at memory of their own. The proxy without a
// mistake is silent.
func TestExploreStudents(t *testing.T) {
	t.Parallel()
	subjects, err := filepath.Abs("../../../../../testdata/subjects")
	if err != nil {
		t.Fatal(err)
	}
	for _, mistake := range []string{"", "unlocked-log"} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(subjects)); err != nil {
			t.Fatal(err)
		}
		if mistake != "" {
			apply := exec.Command("git", "apply", filepath.Join("students", "mistakes", mistake+".patch"))
			apply.Dir = dir
			if out, err := apply.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-memory", "-x=strategy=random", "-seed=1", "-runs=200", "-run=TestAtOnce", "./students/proxy")
		switch {
		case mistake == "" && (status != report.ExitClean || len(doc.Findings) != 0):
			t.Errorf("exit status %d, findings %+v\n%s", status, doc.Findings, stderr)
		case mistake != "" && (status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Check != report.CheckSchedule):
			t.Errorf("%s: exit status %d, findings %+v\n%s", mistake, status, doc.Findings, stderr)
		}
	}
}
