package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A deadlock in which a child process ended is none of a suite that ended well. It is one when the suite failed, and so is a
// deadlock that the recorded child did not come to.
func TestChildEnds(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"childdies": false, "childlocks": false, "childcrosses": true, "childunexpected": true} {
		doc, _, stderr := runtest.Invoke(t, "test", "-C="+moduletest.Source(t, name), "-json", "-explore=false", ".")
		confirmed := false
		for _, f := range doc.Findings {
			confirmed = confirmed || f.Status == report.StatusConfirmed
		}
		if told := strings.Contains(stderr, "a child process ended in a deadlock"); confirmed != want || told == want {
			t.Errorf("%s: confirmed %t, told %t\n%s", name, confirmed, told, stderr)
		}
	}
}
