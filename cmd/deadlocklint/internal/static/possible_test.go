package static

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestPossible: a possible deadlock is shown where it is asked for, and changes no exit status.
func TestPossible(t *testing.T) {
	opt := Options{
		Dir: filepath.Join("..", "..", "..", "..", "passes", "interleaving", "testdata", "possible"), Patterns: []string{"./lacks"},
		Enable: "interleaving",
	}
	for _, asked := range []bool{false, true} {
		opt.Possible = asked
		res, err := opt.Run(context.Background(), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		shown := 0
		for _, f := range res.Findings {
			if !strings.HasPrefix(f.Message, "possible: ") {
				continue
			}
			shown++
			if f.Static.Default {
				t.Errorf("%s changes the exit status: %s", f.Pos, f.Message)
			}
		}
		if asked != (shown > 0) {
			t.Errorf("asked for: %v, shown: %d", asked, shown)
		}
	}
}
