package entry

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

const source = `package p

type lock int

func (l *lock) Lock() {}

type T struct{ mu lock }

func (t *T) Put() { t.store() }
func (t *T) Each(f func()) { helper(func() { t.store() }) }
func (t T) Len() int { return 0 }
func (t *T) store() { t.mu.Lock() }
func helper(f func()) { f() }

type closer interface{ stop() }

type inner struct{}

func (i *inner) stop()  {}
func (i *inner) Other() { i.stop() }

func Close(c closer) { c.stop() }
func Loop()          { again() }
func again()         { Loop() }
func Unused()        {}

type G[E any] struct{ list []E }

func (g *G[E]) put(e E) { g.list = append(g.list, e) }
func (g *G[E]) Add(e E) { g.put(e) }
`

func TestEntries(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{}).Check("a/p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	g := Read([]*ast.File{file}, info)
	for name, want := range map[string][]string{
		"a/p.(*T).store":        {"T.Put", "T.Each"},
		"a/p.(*T).Each.func1":   {"T.Each"},
		"a/p.(*T).Each$1":       {"T.Each"},
		"a/p.helper":            {"T.Each"},
		"a/p.T.Len":             {"T.Len"},
		"a/p.(*inner).stop":     {"Close"}, // and Other, which nobody can call
		"a/p.again":             {"Loop"},
		"a/p.Unused":            {"Unused"},
		"a/p.nowhere":           nil,
		"sync.(*Mutex).Lock":    nil,
		"a/p.(*G[...]).put":     {"G.Add"},
		"another/p.(*T).store":  nil,
		"a/p.(*T).store.nobody": {"T.Put", "T.Each"},
	} {
		if got := g.Entries(name); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"a/p.(*T).Put": "T.Put", "a/p.(*G[...]).Add": "G.Add", "a/p.Loop": "Loop", "a/p.(*T).store": "", "a/p.(*inner).Other": "", "a/p.(*T).Each.func1": ""} {
		if got, ok := g.Exported(name); got != want || ok != (want != "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
