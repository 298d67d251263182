package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// TestExploreCausal: with -memory the values of plain words are read, and the twin is silent.
func TestExploreCausal(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "causal")
	for _, strategy := range []string{"causal", "causal-fast"} {
		_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-memory", "-x=strategy="+strategy, ".")
		lines := exploredLine.FindAllStringSubmatch(stderr, -1)
		if len(lines) != 4 {
			t.Errorf("%s: %d tests\n%s", strategy, len(lines), stderr)
		}
		for _, m := range lines {
			if bad := m[1] == "TestCausal"; strings.Contains(m[3], "ends: fails") != bad || strings.Contains(m[3], "all schedules") || len(m[2]) > 3 {
				t.Errorf("%s: %s", strategy, m[0])
			}
		}
	}
	// Nobody loads what is stored, and the calls of Done commute.
	_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=causal", "-run=TestCausalStores", ".")
	if m := exploredLine.FindStringSubmatch(stderr); m == nil || m[2] != "1" || !strings.Contains(m[3], "all values") {
		t.Errorf("%s", stderr)
	}
	_, _, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=causal", "-run=TestCausalReused", ".")
	if m := exploredLine.FindStringSubmatch(stderr); m == nil || strings.Contains(m[3], "all schedules") {
		t.Errorf("%s", stderr)
	}
}
