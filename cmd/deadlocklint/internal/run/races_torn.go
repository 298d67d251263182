package run

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A tearing knows from the source which races are of values with several words. A read in the
// middle of a write of such a value gets words of two values. The recorder has one word of a
// string, a slice or an interface, as the race detector, and a run has no step between two
// words: that a value tears is told, and not made to happen.
type tearing struct {
	load func() ([]*packages.Package, error) // called once, when a race may tear
	pkgs []*packages.Package
	done bool
	err  error
}

// kindOf is the kind of the variable that both sides of a race access by its name, "" when it has
// one word, or is not known. Only a race that was made to happen counts, and only lines that
// tell it without doubt: they have one variable in common, of any type.
func (t *tearing) kindOf(r *racer.ForcedRace) string {
	if r.IsOrder() {
		return ""
	}
	a, b := &r.Sides[0], &r.Sides[1]
	if !isMemory(a.Op) || !isMemory(b.Op) || a.Map || b.Map || !r.IsConfirmed() && !r.IsHarmful() {
		return ""
	}
	if !t.done {
		t.pkgs, t.err = t.load()
		t.done = true
	}
	kind, common := "", 0
	others := t.variables(b.Frame, b.Read)
	for at, k := range t.variables(a.Frame, a.Read) {
		if other, ok := others[at]; ok {
			kind, common = min(k, other), common+1
		}
	}
	if common != 1 {
		return ""
	}
	return kind
}

func isMemory(op string) bool { return op == "read" || op == "write" }

// variables are the kinds of the variables that a line reads or writes, by the position of
// their declaration: a package has another object of it for its tests. The kind is "" when
// the value has one word, or an access on the line needs one word of it.
func (t *tearing) variables(line trace.Frame, read bool) map[token.Position]string {
	found := map[token.Position]string{}
	for _, p := range t.pkgs {
		for _, f := range p.Syntax {
			if p.Fset.Position(f.Pos()).Filename != line.File {
				continue
			}
			uses := usesOf(f)
			ast.Inspect(f, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok || p.Fset.Position(id.Pos()).Line != line.Line || !uses.has(id, read) {
					return true
				}
				if v, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
					at, kind := p.Fset.Position(v.Pos()), kindOfWords(v.Type())
					if known, ok := found[at]; ok && known == "" || uses.word[id] {
						kind = ""
					}
					found[at] = kind
				}
				return true
			})
		}
	}
	return found
}

// kindOfWords is the kind of a type whose values have several words that belong together.
func kindOfWords(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return "interface"
	case *types.Slice:
		return "slice"
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return "string"
		}
	}
	return ""
}
