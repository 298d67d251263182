package halves

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
)

// shop is the package of the tests.
func shop(t *testing.T) *Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "testdata/shop_test.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	p := &Package{Fset: fset, Files: []*ast.File{f}, Import: importer.ForCompiler(fset, "source", nil)}
	p.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	conf := types.Config{Importer: p.Import}
	if p.Types, err = conf.Check("shop", fset, p.Files, p.Info); err != nil {
		t.Fatal(err)
	}
	return p
}

// at is a half whose call is in a line with that text.
func at(t *testing.T, text, callee string) Half {
	t.Helper()
	b, err := os.ReadFile("testdata/shop_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(b), "\n") {
		if strings.TrimSpace(line) == text {
			return Half{File: "testdata/shop_test.go", Line: i + 1, Callee: "shop." + callee}
		}
	}
	t.Fatalf("no line %s", text)
	return Half{}
}

const (
	move, fresh, values = `if !full.Move(empty, "a") {`, `NewShelf().Move(NewShelf(), "b")`, `a.Move(&b, "c")`
	pay, only           = `till.Pay(s, row.from, row.to)`, `s.Move(s, "d")`
)

// oneLine is a text with single spaces.
func oneLine(text []byte) string { return strings.Join(strings.Fields(string(text)), " ") }

func TestDrivers(t *testing.T) {
	const begin, mid, end = `var wg sync.WaitGroup wg.Add(1) go func() { defer wg.Done() `, ` }() wg.Add(1) go func() { defer wg.Done() `, ` }() wg.Wait()`
	for _, c := range []struct {
		name         string
		first, then  string
		calls, other string // the callees
		want         string // in one of the drivers
	}{
		{"exchanged", move, move, "(*Shelf).Move", "(*Shelf).Move", `full, empty := NewShelf("a"), NewShelf() n := len(full.items) _ = n ` + begin + `full.Move(empty, "a")` + mid + `empty.Move(full, "a")` + end},
		{"made by operands", fresh, fresh, "(*Shelf).Move", "(*Shelf).Move", `made1 := NewShelf() made2 := NewShelf() ` + begin + `made1.Move(made2, "b")` + mid + `made2.Move(made1, "b")` + end},
		{"values", values, values, "(*Shelf).Move", "(*Shelf).Move", `var a, b Shelf ` + begin + `a.Move(&b, "c")` + mid + `b.Move(&a, "c")` + end},
		{"rows of subtests", pay, pay, "(*Till).Pay", "(*Till).Pay",
			`{ _ = name { s, till := NewBoth() s.items = nil ` + begin + `till.Pay(s, row.from, row.to)` + mid + `till.Pay(s, row.to, row.from)` + end + ` } }`},
		{"a result not kept", only, pay, "(*Shelf).Move", "(*Till).Pay", `s, till1 := NewBoth() till := 5 _ = till for name, row := range`},
		{"two tests", move, only, "(*Shelf).Move", "(*Shelf).Move", begin + `full.Move(empty, "a")` + mid + `full.Move(full, "d")` + end},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := shop(t)
			list, why := p.Drivers(at(t, c.first, c.calls), at(t, c.then, c.other), c.first == c.then, nil, "TestX")
			if why != "" || !slices.ContainsFunc(list, func(d Driver) bool { return strings.Contains(oneLine(d.Text), c.want) }) {
				t.Errorf("%q: no\n%s\nin", why, c.want)
				for _, d := range list {
					t.Logf("%s", d.Text)
				}
			}
		})
	}
}

// The call of a writer is made with each object, and without one there is no driver.
func TestWriters(t *testing.T) {
	read, write := at(t, move, "(*Shelf).Move"), at(t, `shelf.Put("x")`, "(*Shelf).Put")
	read.Held, read.Wants = Lock{Class: "a", Shared: true, ID: 1}, Lock{Class: "a", Shared: true, ID: 2}
	write.Wants = Lock{Class: "a"}
	for _, c := range []struct {
		list []Half
		want string
		why  Reason
	}{
		{[]Half{read, write}, `full.Put("x") }() wg.Add(1) go func() { defer wg.Done() empty.Put("x") }() wg.Wait()`, ""},
		{[]Half{read}, "", NoWriter},
	} {
		pairs := Cross(c.list)
		if len(pairs) != 1 {
			t.Fatalf("%d pairs", len(pairs))
		}
		list, why := shop(t).Drivers(read, read, true, Writers(c.list, pairs[0].Writes), "TestX")
		if why != c.why || (len(list) > 0) != (c.want != "") || len(list) > 0 && !strings.Contains(oneLine(list[0].Text), c.want) {
			t.Errorf("%q: %d drivers, want %s", why, len(list), c.want)
		}
	}
}

func TestReasons(t *testing.T) {
	p := shop(t)
	for _, c := range []struct {
		line, callee string
		want         Reason
	}{
		{`a.Move(b, "e")`, "(*Shelf).Move", InLiteral},
		{`s.Move(s, "f")`, "(*Shelf).Move", NoTest},
		{pay, "(*Shelf).Move", NoCall},
		{only, "(*Shelf).Move", NoExchange},
	} {
		if list, why := p.Drivers(at(t, c.line, c.callee), at(t, c.line, c.callee), true, nil, "TestX"); len(list) > 0 || why != c.want {
			t.Errorf("%s: %d drivers, %q, want %q", c.line, len(list), why, c.want)
		}
	}
}

// Cross finds what a cycle of two locks needs, by trying all instances of the classes.
func TestCross(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	some := func() Lock {
		return Lock{Class: string(rune('a' + r.Intn(2))), Shared: r.Intn(4) == 0, ID: uint64(r.Intn(100))}
	}
	for range 300 {
		list := []Half{}
		for range 1 + r.Intn(4) {
			list = append(list, Half{Held: some(), Wants: some()})
		}
		got := Cross(list)
		for i, a := range list {
			for j := i; j < len(list); j++ {
				b := list[j]
				want := a.Held.Class == b.Wants.Class && b.Held.Class == a.Wants.Class && a.Held.ID != a.Wants.ID && b.Held.ID != b.Wants.ID
				at := slices.IndexFunc(got, func(p Pair) bool { return p.A == i && p.B == j })
				if at >= 0 != want {
					t.Fatalf("%+v and %+v: %t, want %t", a, b, !want, want)
				}
				writers := 0
				for _, read := range []bool{a.Wants.Shared && b.Held.Shared, b.Wants.Shared && a.Held.Shared} {
					if read {
						writers++
					}
				}
				if want && len(got[at].Writes) != writers {
					t.Fatalf("%+v and %+v: writers of %q, want %d", a, b, got[at].Writes, writers)
				}
			}
		}
	}
}

// A global lock that both hold keeps two calls apart, and one in an object does not.
func TestGates(t *testing.T) {
	half := func(global, shared bool) Half {
		return Half{Held: Lock{Class: "a", ID: 1}, Wants: Lock{Class: "a", ID: 2}, Gates: []Lock{{Class: "g", Global: global, Shared: shared}}}
	}
	for _, c := range []struct {
		global, shared bool
		want           int
	}{{true, false, 0}, {true, true, 1}, {false, false, 1}} {
		if got := len(Cross([]Half{half(c.global, c.shared)})); got != c.want {
			t.Errorf("global %t, shared %t: %d pairs, want %d", c.global, c.shared, got, c.want)
		}
	}
}
