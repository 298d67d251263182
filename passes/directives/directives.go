package directives

import (
	_ "embed" // the documentation
	"fmt"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

var isID = regexp.MustCompile(`^[0-9a-f]{16}$`)

// New returns the check, to be run after all others: others. known
// are the words that may be silenced, besides ids.
func New(facts *analysis.Analyzer, others []*analysis.Analyzer, known []string) *analysis.Analyzer {
	var names []string
	for _, c := range others {
		names = append(names, c.Name)
	}
	a := lockfacts.NewCheck(doc, facts, func(r *lockfacts.Reporter) { run(r, names, known) })
	a.Requires = append(a.Requires, others...)
	return a
}

func run(r *lockfacts.Reporter, names, known []string) {
	unreasoned, unused := r.Facts.BadDirectives()
	for _, d := range unreasoned {
		report(r, d, "the comment gives no check or no reason and is not obeyed: write //deadlocklint:ignore CHECK REASON")
	}
	for _, d := range unused {
		switch {
		case slices.Contains(names, d.Check):
			report(r, d, fmt.Sprintf("the comment silences nothing: %s has no report here; remove it", d.Check))
		case !slices.Contains(known, d.Check) && !isID.MatchString(d.Check):
			report(r, d, fmt.Sprintf("the comment silences nothing: there is no check %q; deadlocklint help checks lists them", d.Check))
		} // others, and ids, may silence what only a run shows
	}
}

func report(r *lockfacts.Reporter, d *lockfacts.Directive, message string) {
	r.Report(lockfacts.Finding{Check: checks.Directives, Pos: d.Pos, Message: message, EachPosition: true}, []lockgraph.EdgeKey{{Func: r.Pass.Pkg.Path(), Class: d.Check + d.Reason}})
}
