package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// A schedule from elsewhere executes nothing that the checkout does not have. That one
// from here is replayed without a question is seen by TestExplore.
func TestHostileExploredSchedule(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "small")
	module, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	path := strings.Fields(string(module))[1]
	for _, c := range []struct{ pkg, where, flag, foreign string }{
		{path, ".", "-toolexec=/bin/false", "the build flag"},
		{path, ".", "-exec=/bin/false", "the build flag"},
		{path, ".", "-overlay=/dev/null", "the build flag"},
		{path, "..", "-race", "the directory"},
		{"cmd/go", ".", "-race", "the package"},
		{"-toolexec=/bin/false", ".", "-race", "the package"},
	} {
		name := filepath.Join(t.TempDir(), "schedule.txt")
		text := fmt.Sprintf("deadlocklint schedule 1\npackage %q\ntest \"TestX\"\ndir %q\nbuild %q\nsteps\n", c.pkg, c.where, c.flag)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := notFollowed(t, "replay", "-C="+dir, name); !strings.Contains(err, c.foreign) || !strings.Contains(err, "-trust") {
			t.Errorf("%s %s in %s: %v", c.pkg, c.flag, c.where, err)
		}
	}
}
