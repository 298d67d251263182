//go:build rest

package lockorder_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/lockorder"
)

// TestByDefault: only what is shown is reported when possible cycles are not asked for.
func TestByDefault(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "possible"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range analysistest.Run(ignoring{}, dir, lockorder.New(lockfacts.New()), "./...") {
		for _, d := range r.Diagnostics {
			if name := r.Pass.Pkg.Name(); !strings.HasSuffix(name, "_shown") {
				t.Errorf("%s: %s", name, d.Message)
			}
		}
	}
}

// ignoring drops what analysistest says about expectations, which are those of possible cycles.
type ignoring struct{}

func (ignoring) Errorf(string, ...any) {}
