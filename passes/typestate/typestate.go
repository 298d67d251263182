package typestate

import (
	_ "embed" // the documentation
	"go/types"
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
		makers: map[*ssa.Function]*maker{}, walkers: map[*ssa.Function]*walker{},
	}
	for _, f := range r.Facts.Funcs {
		p.funcs[f.Fn] = f
	}
	for _, f := range r.Facts.Funcs {
		if r.Stopped() {
			return // what the functions do with their arguments is not known either
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

// walk returns what a function does on its paths, or nil when nothing is to be seen
// there or they are too many. What it makes for its callers is noted.
func (p *pkg) walk(fn *ssa.Function) *walker {
	if w, ok := p.walkers[fn]; ok {
		return w
	}
	p.makers[fn] = nil // a function that calls itself
	w := newWalker(p, fn)
	events := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			w.makes(in)
			if call, ok := in.(ssa.CallInstruction); ok {
				recv, _ := receiver(call.Common())
				events = events || recv != nil && p.protocols.of(recv.Type()) != nil
			}
		}
	}
	if len(w.objects) == 0 && !events || !w.run(newState()) {
		w = nil
	} else {
		p.makers[fn] = w.maker()
	}
	p.walkers[fn] = w
	return w
}

// makes notes the object that an instruction makes, if any.
func (w *walker) makes(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Call:
		m := w.pkg.makerOf(&in.Call)
		if m == nil || m.proto.Cancelled && cancellable(in) || m.proto.Owner && ownerCloses(in) || expectedToFail(in) {
			return
		}
		w.add(&object{proto: m.proto, born: in, field: m.field, owned: true, err: errorOf(in), start: m.states})
	case *ssa.Alloc:
		t := in.Type().Underlying().(*types.Pointer).Elem()
		if _, isPointer := types.Unalias(t).(*types.Pointer); isPointer || types.IsInterface(t) {
			return
		}
		if p := w.pkg.protocols.of(t); p != nil && p.literal() {
			w.add(&object{proto: p, born: in, owned: true, start: 1})
		}
	}
}
