package explorer

import (
	"os"
	"path/filepath"
	"testing"
)

// TestUnmade: a process that ended before its run, since runs of the base schedule were not alike, has not made the run again. A
// process that came to the run has, and so has a first run of a process, which has none before it.
func TestUnmade(t *testing.T) {
	const base = "run run=-1 end=1 class=0 failed=false skipped=false steps=5 goroutines=3 hash=1 after=1\n"
	for name, c := range map[string]struct {
		runs   string
		fresh  bool
		unmade bool
	}{
		"not alike": {base + "repeats alike=false\n", false, true},
		"alike":     {base + "repeats alike=true\nrun run=9 end=1 class=0 failed=true skipped=false steps=5 goroutines=3 hash=2 after=2\n", false, false},
		"fresh":     {base + "repeats alike=false\n", true, false},
	} {
		p := &process{dir: t.TempDir()}
		if err := makeTrail(filepath.Join(p.dir, "trail")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.dir, "runs"), []byte(c.runs), 0o600); err != nil {
			t.Fatal(err)
		}
		var r Repetition
		if r.compare(p, &Ending{Run: 9, Fresh: c.fresh}); r.Unmade != c.unmade {
			t.Errorf("%s: unmade %t, want %t", name, r.Unmade, c.unmade)
		}
	}
}
