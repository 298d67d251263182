package condsignal

import (
	_ "embed" // the documentation

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/condcheck"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer {
	return lockfacts.NewCheck(doc, facts, condcheck.ReportDifferingConditions)
}
