package bodies_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

func TestExploreUnruled(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "unruled")
	_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=causal", ".")
	lines := runtest.Lines(stderr)
	if len(lines) != 19 {
		t.Fatalf("%d tests are told\n%s", len(lines), stderr)
	}
	for name, line := range lines {
		switch claims := strings.Contains(line, "all schedules"); {
		case claims != strings.HasSuffix(name, "Well"):
			t.Errorf("%s: %s", name, line)
		case !claims && name != "TestConnection" && !strings.Contains(line, "no schedule decides"):
			t.Errorf("%s does not say why: %s", name, line)
		}
	}
}
