package suite_test

import (
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/suite"
	"golang.org/x/tools/go/analysis/analysistest"
)

// TestFacts runs the last check, which requires all others, by analysistest:
// that fails when the encoding of a fact differs from one time to the next.
// What is reported is the business of TestTextbook, so expectations are dropped.
func TestFacts(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "textbook"))
	if err != nil {
		t.Fatal(err)
	}
	list := suite.Analyzers()
	results := analysistest.Run(quiet{t}, dir, list[len(list)-1], "./...")
	if len(results) == 0 {
		t.Error("nothing was analysed")
	}
	for _, r := range results {
		if r.Err != nil {
			t.Errorf("%v: %v", r.Action, r.Err)
		}
	}
}
