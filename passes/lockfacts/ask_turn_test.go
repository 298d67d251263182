package lockfacts_test

import (
	"reflect"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// TestTurns runs several checks on one package, which the driver does side by side:
// what lockfacts remembers about places is theirs in turn.
func TestTurns(t *testing.T) {
	facts := lockfacts.New()
	var inside, together atomic.Int32
	look := func(r *lockfacts.Reporter) {
		if inside.Add(1) > 1 {
			together.Add(1)
		}
		defer inside.Add(-1)
		for range 1000 {
			for _, f := range r.Facts.Funcs {
				for _, p := range f.Fn.Params {
					r.Facts.Frame(f.Fn).AccessPath(p)
				}
			}
		}
	}
	all := &analysis.Analyzer{
		Name: "all", Doc: "all of them", ResultType: reflect.TypeFor[int](),
		Run: func(*analysis.Pass) (any, error) { return 0, nil },
	}
	for _, name := range []string{"one", "two", "three", "four"} {
		source := "// Package x is a check.\n//\n// # Analyzer " + name + "\n//\n// " + name + ": a check\npackage x\n"
		all.Requires = append(all.Requires, lockfacts.NewCheck(source, facts, look))
	}
	analysistest.Run(t, analysistest.TestData(), all, "./turns")
	if n := together.Load(); n > 0 {
		t.Errorf("%d checks ran while another one did", n)
	}
}
