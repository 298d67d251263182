//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A call that fails by itself, one that is not made again, and an option without sense are said,
// and are no findings.
func TestExploreCallsAmiss(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"fails":  {`deadlocktest.Explore(t, func(t *testing.T) { ordered(t); t.Fail() })`, "TestAmiss/explore: 60 schedules"},
		"around": {`deadlocktest.Explore(t, ordered); t.Fail()`, "fails under the base schedule, too"},
		"panics": {`deadlocktest.Explore(t, ordered); panic("around")`, "panic: around"},
		"missed": {`if os.Mkdir("first", 0o700) == nil { deadlocktest.Explore(t, ordered) }`, "did not come to this call again"},
		"option": {`deadlocktest.Explore(t, ordered, deadlocktest.Runs(0))`, "fails under the base schedule, too"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := calling(t, "func TestAmiss(t *testing.T) {\n\t"+c.body+"\n}\n")
			doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=60", ".")
			if status != report.ExitFailed || len(doc.Findings) != 0 || !strings.Contains(stderr+strings.Join(doc.Stats.Damaged, "\n"), c.want) {
				t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
			}
		})
	}
}
