package races

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

// A raced variable is accessed by both sides of a race, by its name.
type raced struct {
	name string
	kind string // "" when the value has one word, or an access needs one word of it
}

// variableOf is the variable of a race, whose name is "" when it is not known. Only a race that was made to happen counts, and only
// lines that tell it without doubt: they have one variable in common, of any type.
func (t *tearing) variableOf(r *racer.ForcedRace) (v raced) {
	if r.IsOrder() {
		return v
	}
	a, b := &r.Sides[0], &r.Sides[1]
	if !isMemory(a.Op) || !isMemory(b.Op) || a.Map || b.Map || !r.IsConfirmed() && !r.IsHarmful() {
		return v
	}
	if !t.done {
		t.pkgs, t.err = t.load()
		t.done = true
	}
	common := 0
	others := t.variables(b.Frame, b.Read)
	for at, one := range t.variables(a.Frame, a.Read) {
		if other, ok := others[at]; ok {
			v, common = raced{one.name, min(one.kind, other.kind)}, common+1
		}
	}
	if common != 1 {
		return raced{}
	}
	return v
}

func isMemory(op string) bool { return op == "read" || op == "write" }

// variables are those that a line reads or writes, by the position of
// their declaration: a package has another object of it for its tests.
func (t *tearing) variables(line trace.Frame, read bool) map[token.Position]raced {
	found := map[token.Position]raced{}
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
					if known, ok := found[at]; ok && known.kind == "" || uses.word[id] {
						kind = ""
					}
					found[at] = raced{v.Name(), kind}
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
