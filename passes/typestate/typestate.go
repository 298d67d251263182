package typestate

import (
	_ "embed" // the documentation
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

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
	if len(r.Pass.Files) == 0 {
		return
	}
	own, all := declared(r)
	p := &pkg{
		r: r, protocols: newProtocols(all, func() { r.Reached("maxStates", maxStates) }), funcs: map[*ssa.Function]*lockfacts.Func{},
		summaries: map[summaryKey]effect{}, may: map[*object][]string{}, telling: map[answer]bool{},
		constructors: map[*ssa.Function]*constructor{}, walkers: map[*ssa.Function]*walker{},
	}
	for _, f := range r.Facts.Funcs {
		p.funcs[f.Fn] = f
	}
	for _, f := range r.Facts.Funcs {
		if r.Stopped() {
			return // the effects of the functions on their arguments are not known either
		}
		p.check(f)
	}
	p.export(own)
}

// check walks a function that has calls on objects of types with an automaton.
func (p *pkg) check(f *lockfacts.Func) {
	w := p.walk(f.Fn)
	delete(p.walkers, f.Fn)
	if w == nil {
		return
	}
	for _, v := range w.violations {
		p.reportViolation(f, v)
	}
	for _, l := range w.leaks {
		p.reportLeak(f, w, l)
	}
	for _, d := range w.drops {
		if !slices.ContainsFunc(w.violations, func(v violation) bool { return v.at == d.at }) {
			p.reportDrop(f, d)
		}
	}
}
