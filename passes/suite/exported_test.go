package suite_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/deadlocklint/deadlocklint/passes/callback"
	"github.com/deadlocklint/deadlocklint/passes/chanblock"
	"github.com/deadlocklint/deadlocklint/passes/condcheck"
	"github.com/deadlocklint/deadlocklint/passes/condsignal"
	"github.com/deadlocklint/deadlocklint/passes/declared"
	"github.com/deadlocklint/deadlocklint/passes/distant"
	"github.com/deadlocklint/deadlocklint/passes/doublelock"
	"github.com/deadlocklint/deadlocklint/passes/interleaving"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/lockheld"
	"github.com/deadlocklint/deadlocklint/passes/lockorder"
	"github.com/deadlocklint/deadlocklint/passes/missingunlock"
	"github.com/deadlocklint/deadlocklint/passes/once"
	"github.com/deadlocklint/deadlocklint/passes/suite"
	"github.com/deadlocklint/deadlocklint/passes/twice"
	"github.com/deadlocklint/deadlocklint/passes/waitgroup"
)

// TestWithoutReadFile: nogo gives a pass neither a function that reads files nor a
// module; no check needs them.
func TestWithoutReadFile(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", "hosts"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := suite.Select(lockfacts.Options{}, "", "all")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			p := *pass
			p.ReadFile, p.Module = nil, nil
			return run(&p)
		}
	}
	fixes := 0
	for _, r := range analysistest.Run(quiet{t}, dir, list[len(list)-1], "./...") {
		if r.Err != nil {
			t.Errorf("%v: %v", r.Action, r.Err)
		}
		for _, dep := range r.Action.Deps {
			for _, d := range dep.Diagnostics {
				fixes += len(d.SuggestedFixes)
			}
		}
	}
	if fixes != 1 {
		t.Errorf("%d fixes, want 1", fixes)
	}
}

// TestExported: what the packages of the checks export for drivers that take one
// variable from each is valid, alone and together, and documented by the suite.
func TestExported(t *testing.T) {
	list := []*analysis.Analyzer{
		callback.Analyzer, chanblock.Analyzer, condcheck.Analyzer, condsignal.Analyzer, declared.Analyzer, distant.Analyzer, doublelock.Analyzer, interleaving.Analyzer, lockheld.Analyzer,
		lockorder.Analyzer, missingunlock.Analyzer, once.Analyzer, twice.Analyzer, waitgroup.Analyzer,
	}
	if err := analysis.Validate(list); err != nil {
		t.Fatal(err)
	}
	docs := suite.Docs()
	for _, a := range list {
		if docs[a.Name] != a.Doc || a.Doc == "" {
			t.Errorf("the suite does not know %s", a.Name)
		}
		if a.Requires[0] != list[0].Requires[0] {
			t.Errorf("%s has facts of its own", a.Name)
		}
	}
}
