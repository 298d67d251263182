package bodies_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// A goroutine that no strategy chooses shares the locks of a test: that of finalizers. All schedules are not visited, and nobody
// says so.
func TestExploreBeside(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explorebeside")
	_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=300", "-x=strategy=icb", ".")
	for _, line := range strings.Split(stderr, "\n") {
		if strings.Contains(line, "all schedules") != strings.Contains(line, " TestAllWell: ") && strings.Contains(line, "explored ") {
			t.Error(line)
		}
	}
	if !strings.Contains(stderr, " TestAllWell: ") || !strings.Contains(stderr, " TestFinalizer: ") {
		t.Error(stderr)
	}
}
