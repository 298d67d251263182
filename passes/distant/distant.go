package distant

import (
	_ "embed" // the documentation

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/lockorder"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer {
	return lockfacts.NewCheck(doc, facts, func(r *lockfacts.Reporter) {
		lockorder.Report(r, func(c lockorder.Cycle) bool { return lockorder.IsDistant(c) || c.NeedsWriter() || c.Swaps() })
	})
}
