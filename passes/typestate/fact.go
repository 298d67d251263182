package typestate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A Fact has the data that importers of a package need. It has the effects of its
// functions on the arguments that they leave to their callers. It also has the
// protocols of its types and of those below it. It is sorted, so that it is encoded
// alike each time.
type Fact struct {
	Args         []Argument
	Constructors []Constructor
	Protocols    []string // as text, one automaton each
}

// An Argument is an argument that a function does not keep. The receiver is the first.
type Argument struct {
	Func   string
	Index  int
	Field  string   // of the argument, or ""
	May    []string // see effect
	Always []string
}

// A Constructor is a function that returns a new object in that state.
type Constructor struct {
	Func, Field, Type string
	States            uint64
}

// AFact makes Fact a fact.
func (*Fact) AFact() {}

// String is for analysistest.
func (*Fact) String() string { return "protocols" }

// imported returns what a function of an imported package does with an argument.
func (p *pkg) imported(fn *types.Func, arg int, field string) effect {
	var f Fact
	if fn.Pkg() == nil || !p.r.Pass.ImportPackageFact(fn.Pkg(), &f) {
		return unknown
	}
	name := syncop.ObjectKey(fn)
	for _, a := range f.Args {
		if a.Func == name && a.Index == arg && a.Field == field {
			return effect{May: a.May, Always: a.Always}
		}
	}
	return unknown
}

// importedConstructor returns what a function of an imported package makes, or nil.
func (p *pkg) importedConstructor(fn *types.Func) *constructor {
	var f Fact
	if fn.Pkg() == nil || !p.r.Pass.ImportPackageFact(fn.Pkg(), &f) {
		return nil
	}
	name := syncop.ObjectKey(fn)
	for _, m := range f.Constructors {
		if m.Func != name {
			continue
		}
		if i := slices.IndexFunc(p.protocols.list, func(p *proto) bool { return p.Type == m.Type }); i >= 0 {
			return &constructor{p.protocols.list[i], m.Field, states(m.States)}
		}
	}
	return nil
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
