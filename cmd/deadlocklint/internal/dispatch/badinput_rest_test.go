//go:build rest

package dispatch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestBadInput runs the whole-program checks and go vet on all of badInputs:
// what is good is checked, what is not is named, and nothing panics.
func TestBadInput(t *testing.T) {
	for _, c := range badInputs {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := moduletest.Module(t, "", c.files...)
			dir := filepath.Join(root, c.dir)
			if c.dir != "" {
				_ = os.Remove(filepath.Join(root, "go.mod")) // a workspace has none there
			}
			status := 0
			switch {
			case len(c.found) > 0:
				status = 3
			case c.fails || len(c.words) > 0:
				status = 1
			}
			o := call(t, append(append([]string{"-json", "-C=" + dir}, c.args...), "./...")...)
			o.want(t, "whole program", status, c.words...)
			if got := doublesIn(o); !slices.Equal(got, c.found) {
				t.Errorf("whole program: double locks in %q, want %q", got, c.found)
			}
			if c.vet == nil && !c.noVet {
				c.vet = c.found
			}
			vetted(t, dir, c.args, c.vet, c.words)
		})
	}
}
