package typestate

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// export writes the fact of the package.
func (p *pkg) export(own []*automaton.Automaton) {
	fact := Fact{Protocols: protocolsBelow(p.r.Pass)}
	for _, a := range own {
		fact.Protocols = append(fact.Protocols, string(automaton.Format(a)))
	}
	slices.Sort(fact.Protocols)
	fact.Protocols = slices.Compact(fact.Protocols)
	for _, f := range p.r.Facts.Funcs {
		obj, ok := f.Fn.Object().(*types.Func)
		if !ok || !obj.Exported() || f.Fn.Parent() != nil {
			continue
		}
		for i, param := range f.Fn.Params {
			if p.interesting(param.Type()) {
				fact.arg(p, f.Fn, i, "")
			}
		}
		if m := p.constructors[f.Fn]; m != nil {
			fact.Constructors = append(fact.Constructors, Constructor{syncop.ObjectKey(obj), m.field, m.proto.Type, uint64(m.states)})
			p.exportMethods(&fact, f.Fn, m)
		}
	}
	slices.SortStableFunc(fact.Args, compareArgs)
	fact.Args = slices.CompactFunc(fact.Args, func(a, b Argument) bool { return compareArgs(a, b) == 0 })
	if len(fact.Args)+len(fact.Constructors)+len(fact.Protocols) > 0 {
		p.r.Pass.ExportPackageFact(&fact)
	}
}

// arg adds what a function does with an argument, or a field of it.
func (fact *Fact) arg(p *pkg, fn *ssa.Function, i int, field string) {
	if e := p.summary(summaryKey{fn, i, field}); !e.Escapes {
		fact.Args = append(fact.Args, Argument{syncop.ObjectKey(fn.Object().(*types.Func)), i, field, e.May, e.Always})
	}
}

// exportMethods adds what the methods do of a type that has an object in a field.
func (p *pkg) exportMethods(fact *Fact, fn *ssa.Function, m *constructor) {
	if m.field == "" {
		return
	}
	for method := range methodsOf(fn) {
		if method.Object().(*types.Func).Exported() {
			fact.arg(p, method, 0, m.field)
		}
	}
}

func compareArgs(a, b Argument) int {
	return cmp.Or(strings.Compare(a.Func, b.Func), cmp.Compare(a.Index, b.Index), strings.Compare(a.Field, b.Field))
}
