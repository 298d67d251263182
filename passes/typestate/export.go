package typestate

import (
	"go/types"
	"slices"
	"strings"

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
			if !p.interesting(param.Type()) {
				continue
			}
			if e := p.summary(summaryKey{f.Fn, i, ""}); !e.Escapes {
				fact.Args = append(fact.Args, Argument{syncop.ObjectKey(obj), i, e.May, e.Always})
			}
		}
	}
	slices.SortStableFunc(fact.Args, func(a, b Argument) int { return strings.Compare(a.Func, b.Func) })
	if len(fact.Args)+len(fact.Protocols) > 0 {
		p.r.Pass.ExportPackageFact(&fact)
	}
}

// interesting reports whether values of a type may be objects with an automaton.
func (p *pkg) interesting(t types.Type) bool {
	if p.protocols.of(t) != nil {
		return true
	}
	it, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range it.Methods() {
		if p.protocols.mentions(m.Name()) {
			return true
		}
	}
	return false
}
