package lockorder

import (
	"cmp"
	_ "embed" // the documentation
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer {
	return lockfacts.NewCheck(doc, facts, func(r *lockfacts.Reporter) {
		report(r, r.ShowsPossible(), func(c Cycle) bool { return !IsDistant(c) && !c.NeedsWriter() && !c.Swaps() })
	})
}

// Report reports the cycles of a package that are wanted.
func Report(r *lockfacts.Reporter, wanted func(Cycle) bool) { report(r, false, wanted) }

// report reports the cycles of a package that are wanted, and if possible ones are, those that lack a part of their witness.
func report(r *lockfacts.Reporter, possible bool, wanted func(Cycle) bool) {
	settled := func(edges []lockfacts.Edge) bool { return isSettled(r, edges) }
	want := Wanted{Settled: settled, Excluded: newOverlap(r).excludes, Reached: r.Reached, Possible: possible}
	type refused struct {
		cycle Cycle
		by    *Refuter
	}
	var list []refused
	if r.ShowsRefuted() {
		want.Refuted = func(c Cycle, by *Refuter) { list = append(list, refused{c, by}) }
	}
	for _, c := range Cycles(r.Facts.Edges, r.Facts, want) {
		switch {
		case isSettled(r, c):
		case possible:
			r.Report(withoutPart(r.Facts, c, describe(r, c)), keys(c))
		case wanted(c):
			r.Report(withNeeds(c, describe(r, c)), keys(c))
		}
	}
	for _, x := range list {
		if !isSettled(r, x.cycle) && (wanted(x.cycle) || x.by.Name == readers) {
			f := withNeeds(x.cycle, describe(r, x.cycle))
			f.Refuted, f.Reason = x.by.Name, x.by.Doc
			r.Refute(f, keys(x.cycle))
		}
	}
}

// isSettled reports whether no cycle of these edges is for this package to report: one import has done so, or
// two packages disagree that know nothing of each other, and the build of the program is told.
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
func describe(r *lockfacts.Reporter, c Cycle) lockfacts.Finding {
	f := lockfacts.Finding{Check: checks.LockOrder, Pos: shownAt(r.Pass, c)}
	var parts, funcs []string
	for _, e := range c {
		funcs = append(funcs, e.Func)
	}
	ways := r.Ways(funcs)
	for i, e := range c {
		side := lockfacts.SideOf(&e)
		side.Way = ways[i]
		parts = append(parts, fmt.Sprintf("%s waits for %s holding %s since %s",
			lockfacts.ChainFrom(side.Way, e.To.Via, e.To.Site), lockfacts.ShortClass(e.To.Class), lockfacts.ShortClass(e.From.Class), lockfacts.Chain(e.From.Via, e.From.Site)))
		f.Sides = append(f.Sides, side)
	}
	f.Message = "lock order cycle: " + strings.Join(parts, "; ")
	return f
}

// withNeeds adds to a message the further goroutines that a cycle takes.
func withNeeds(c Cycle, f lockfacts.Finding) lockfacts.Finding {
	for _, e := range c.withWriters() {
		f.Message += ", once a writer waits for " + lockfacts.ShortClass(e.To.Class) + " as well"
	}
	if c.Swaps() {
		f.Message += ", once two callers give the two indexes in both orders"
	}
	return f
}

// withoutPart words a finding as possible if its cycle lacks a part of its witness.
func withoutPart(o Objects, c Cycle, f lockfacts.Finding) lockfacts.Finding {
	names, texts := lacking(o, c)
	if len(names) > 0 {
		f.Possible, f.Lacks = true, names
		f.Message = "possible " + f.Message + "; not shown that " + strings.Join(texts, ", and that ")
	}
	return f
}

// shownAt is where a cycle is shown: in the package itself if one of its edges is there, and the first of these. In a whole program
// others have positions as well, and files are read at the same time, so that positions say nothing of their order.
func shownAt(pass *analysis.Pass, c Cycle) token.Pos {
	var first token.Pos
	var at token.Position
	own := false
	for i := range c {
		p := c[i].Position()
		if !p.IsValid() {
			continue
		}
		here, in := pass.Fset.Position(p), slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= p && p <= f.FileEnd })
		switch {
		case first.IsValid() && own && !in:
			continue
		case !first.IsValid() || in && !own || cmp.Or(cmp.Compare(here.Filename, at.Filename), cmp.Compare(here.Offset, at.Offset)) < 0:
			first, at, own = p, here, in
		}
	}
	return first
}
