package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// In the recorded run one goroutine has called both functions. The confirming run parks two goroutines in them, and the finding
// has the two.
func TestConfirmedAsParked(t *testing.T) {
	t.Parallel()
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+moduletest.Source(t, "parked"), "-explore=false", "-json", ".")
	if len(doc.Findings) != 1 || len(doc.Findings[0].Goroutines) != 2 {
		t.Fatalf("%+v\n%s", doc.Findings, stderr)
	}
	f := doc.Findings[0]
	for i, at := range []string{"m_test.go:47:", "m_test.go:52:"} {
		steps := f.Goroutines[i].Steps
		if f.Dynamic.Verdict != "confirmed" || steps[0].Op != "go" || !strings.HasPrefix(steps[0].Pos, at) {
			t.Errorf("goroutine %d was created at %s, want %s", i+1, steps[0].Pos, at)
		}
		for _, s := range steps {
			if i == 1 && strings.HasSuffix(s.Func, ".begin") {
				t.Errorf("goroutine 2 holds %s, which goroutine 1 took", s.Class)
			}
		}
	}
}
