package typestate

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// A Fact is what the packages that import one need: what its functions do with
// the arguments that they leave to their callers, and the protocols of its types
// and of those below it. It is sorted, so that it is encoded alike each time.
type Fact struct {
	Args      []Argument
	Protocols []string // as text, one automaton each
}

// An Argument is one that a function does not keep. The receiver is the first.
type Argument struct {
	Func   string
	Index  int
	May    []string // see effect
	Always []string
}

// AFact makes Fact a fact.
func (*Fact) AFact() {}

// String is for analysistest.
func (*Fact) String() string { return "protocols" }

// imported returns what a function of an imported package does with an argument.
func (p *pkg) imported(fn *types.Func, arg int) effect {
	var f Fact
	if fn.Pkg() == nil || !p.r.Pass.ImportPackageFact(fn.Pkg(), &f) {
		return unknown
	}
	name := syncop.ObjectKey(fn)
	for _, a := range f.Args {
		if a.Func == name && a.Index == arg {
			return effect{May: a.May, Always: a.Always}
		}
	}
	return unknown
}

// protocolsBelow returns the automata that comments of imported packages declare.
func protocolsBelow(pass *analysis.Pass) []string {
	var texts []string
	for _, f := range pass.AllPackageFacts() {
		if f, ok := f.Fact.(*Fact); ok {
			texts = append(texts, f.Protocols...)
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

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
