package directives

import (
	_ "embed" // the documentation
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check, to be run after all others: those in the list.
func New(facts *analysis.Analyzer, checks []*analysis.Analyzer) *analysis.Analyzer {
	var names []string
	for _, c := range checks {
		names = append(names, c.Name)
	}
	a := lockfacts.NewCheck(doc, facts, func(r *lockfacts.Reporter) { run(r, names) })
	a.Requires = append(a.Requires, checks...)
	return a
}

func run(r *lockfacts.Reporter, names []string) {
	unreasoned, unused := r.Facts.BadDirectives()
	for _, d := range unreasoned {
		report(r, d, "the comment gives no check or no reason and is not obeyed: write //deadlocklint:ignore CHECK REASON")
	}
	for _, d := range unused {
		if slices.Contains(names, d.Check) {
			report(r, d, fmt.Sprintf("the comment silences nothing: %s has no report here; remove it", d.Check))
		}
	}
}

func report(r *lockfacts.Reporter, d *lockfacts.Directive, message string) {
	r.Report(lockfacts.Finding{Check: "directive", Pos: d.Pos, Message: message, EachPlace: true}, []lockgraph.EdgeKey{{Func: r.Pass.Pkg.Path(), Class: d.Check + d.Reason}})
}
