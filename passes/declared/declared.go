package declared

import (
	_ "embed" // the documentation
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer {
	a := lockfacts.NewCheck(doc, facts, run)
	a.FactTypes = []analysis.Fact{new(Fact)}
	return a
}

func run(r *lockfacts.Reporter) {
	orders := importOrders(r.Pass)
	held := map[token.Pos][]lock{} // name of a function -> locks that its callers hold
	for _, c := range readComments(r) {
		var err error
		switch c.verb {
		case "order":
			var chain []lock
			if chain, err = c.locks("<"); err == nil {
				orders, err = declare(r, orders, chain, c)
			}
		case "holds":
			err = c.holds(held)
		case "condition", "typestate": // read elsewhere
		default:
			err = fmt.Errorf("deadlocklint:%s means nothing; there are ignore, order, holds, condition and typestate", c.verb)
		}
		if err != nil {
			bad(r, c, err)
		}
	}
	checkOrders(r, orders)
	exportOrders(r.Pass, orders)
	checkHolds(r, held)
}

func bad(r *lockfacts.Reporter, c comment, err error) {
	r.Report(lockfacts.Finding{
		Check: checks.DeclaredComment, Pos: c.pos, EachPosition: true, Message: err.Error(),
	}, []lockgraph.EdgeKey{{Func: r.Pass.Pkg.Path(), Class: c.verb + " " + c.text}})
}
