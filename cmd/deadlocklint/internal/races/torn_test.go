package races

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

const torn = `package p

type T struct {
	name  string
	any   interface{ M() }
	level int
}

func (t *T) set(s string, n int, o *T) {
	t.name = s
	t.level = n
	t.any, t.name = o.any, o.name
}

func (t *T) get() (string, int, any) {
	_ = t.level
	return t.name, t.level, t.any
}

func (t *T) ask() (int, bool, bool) {
	n := len(t.name)
	ok := t.any == nil
	return n, ok, len(t.name) > 0 && t.name != "x"
}

func (t *T) change(m interface{ M() }, n int) {
	t.any = m
	if n > 0 { t.name = "x" }; t.level++
	t.name = t.name[:n]
	t.name += "y"
}
`

// TestTears: a race tears when both lines access one variable by its name that has several
// words. An int does not, nor does what only one of the lines accesses, or what a line reads
// when its side writes. Two variables at once are not told apart. Nothing tears when one side
// needs one word alone, nor in a race that was not made to happen.
func TestTears(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "/p/p.go", torn, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	look := tearing{load: func() ([]*packages.Package, error) {
		return []*packages.Package{{Fset: fset, Syntax: []*ast.File{f}, TypesInfo: info}}, nil
	}}
	side := func(line int, op string) predict.RaceSide {
		s := predict.RaceSide{Read: op == "read"}
		s.Op, s.Frame = op, trace.Frame{File: "/p/p.go", Line: line}
		return s
	}
	for _, c := range []struct {
		first, second predict.RaceSide
		want          string
	}{
		{side(10, "write"), side(17, "read"), "string"},
		{side(10, "write"), side(10, "write"), "string"},
		{side(11, "write"), side(16, "read"), ""},
		{side(11, "write"), side(17, "read"), ""},
		{side(10, "read"), side(17, "read"), ""},
		{side(12, "write"), side(17, "read"), ""},
		{side(10, "write"), side(17, "atomic Load"), ""},
		{side(10, "write"), side(21, "read"), ""},
		{side(27, "write"), side(17, "read"), "interface"},
		{side(27, "write"), side(22, "read"), ""},
		{side(10, "write"), side(23, "read"), ""},
		{side(28, "write"), side(17, "read"), ""},
		{side(28, "write"), side(10, "write"), "string"},
		{side(29, "write"), side(17, "read"), ""},
		{side(10, "write"), side(30, "read"), "string"},
	} {
		r := &racer.ForcedRace{Race: &predict.Race{Sides: [2]predict.RaceSide{c.first, c.second}}}
		if look.variableOf(r).kind != "" {
			t.Errorf("%s at line %d tears, although no run has come to the race", c.first.Op, c.first.Frame.Line)
		}
		r.Orders[0].Met, r.Orders[1].Met = true, true
		if got := look.variableOf(r).kind; got != c.want {
			t.Errorf("%s at line %d and %s at line %d: %q, want %q", c.first.Op, c.first.Frame.Line, c.second.Op, c.second.Frame.Line, got, c.want)
		}
	}
	for _, c := range []struct {
		first, second predict.RaceSide
		want          string
	}{
		{side(11, "write"), side(16, "read"), "level"},
		{side(10, "write"), side(17, "read"), "name"},
		{side(12, "write"), side(17, "read"), ""},
	} {
		r := &racer.ForcedRace{Race: &predict.Race{Sides: [2]predict.RaceSide{c.first, c.second}}}
		r.Orders[0].Met, r.Orders[1].Met = true, true
		if got := look.variableOf(r).name; got != c.want {
			t.Errorf("lines %d and %d have %q in common, want %q", c.first.Frame.Line, c.second.Frame.Line, got, c.want)
		}
	}
}
