package lockorder

import (
	_ "embed" // the documentation
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer {
	return lockfacts.NewCheck(doc, facts, func(r *lockfacts.Reporter) {
		Report(r, func(c Cycle) bool { return !IsDistant(c) && !c.NeedsWriter() })
	})
}

// Report reports the cycles of a package that are wanted.
func Report(r *lockfacts.Reporter, wanted func(Cycle) bool) {
	settled := func(edges []lockfacts.Edge) bool { return isSettled(r, edges) }
	for _, c := range Cycles(r.Facts.Edges, r.Facts, settled) {
		if !isSettled(r, c) && wanted(c) {
			r.Report(describe(c), keys(c))
		}
	}
}

// isSettled reports whether no cycle of these edges is for this package to report: one import has done so, or
// two disagree that know nothing of each other, which whoever builds the program is told.
func isSettled(r *lockfacts.Reporter, edges []lockfacts.Edge) bool {
	return r.Pass.Pkg.Name() != "main" && !slices.ContainsFunc(edges, r.Facts.Own) || r.Facts.Known(edges)
}

func keys(c Cycle) []lockgraph.EdgeKey {
	var list []lockgraph.EdgeKey
	for _, e := range c {
		list = append(list, lockgraph.EdgeKey{Func: e.Waiter(), Class: e.To.Class, Mode: lockfacts.ModeOf(e.To.Read)})
	}
	return list
}

// describe words a cycle.
func describe(c Cycle) lockfacts.Finding {
	f := lockfacts.Finding{Check: lockgraph.KindCycle.String()}
	var parts []string
	for _, e := range c {
		parts = append(parts, fmt.Sprintf("%s waits for %s holding %s since %s",
			lockfacts.Chain(e.To.Via, e.To.Site), lockfacts.ShortClass(e.To.Class), lockfacts.ShortClass(e.From.Class), lockfacts.Chain(e.From.Via, e.From.Site)))
		f.Sides = append(f.Sides, lockfacts.SideOf(&e))
		if p := e.Position(); p.IsValid() && (!f.Pos.IsValid() || p < f.Pos) {
			f.Pos = p
		}
	}
	f.Message = "lock order cycle: " + strings.Join(parts, "; ")
	for _, e := range c.withWriters() {
		f.Message += ", once a writer waits for " + lockfacts.ShortClass(e.To.Class) + " as well"
	}
	return f
}
