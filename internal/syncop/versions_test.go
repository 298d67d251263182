package syncop

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestVersions compares with a naive search, for all pairs of instructions of random functions: the second one sees the version
// of the first one when nothing lies in between.
func TestVersions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const functions = 60
	src := "package p\ntype s struct{ i, j int }\nfunc g() {}\nfunc (*s) Fatal() {}\n"
	for i := range functions {
		body := statements(r, 4)
		if i%2 == 1 {
			body = jumps(r, 12)
		}
		src += fmt.Sprintf("func f%d(p *s, c chan int) int {\n%sreturn p.i\n}\n", i, body)
	}
	pkg := built(t, src)
	count := map[bool]int{}
	for i := range functions {
		fn := pkg.Func(fmt.Sprint("f", i))
		comparePairs(t, fn, src, count)
	}
	if count[true] < 100 || count[false] < 100 {
		t.Errorf("the functions are too much alike: %v", count)
	}
}

func comparePairs(t *testing.T, fn *ssa.Function, src string, count map[bool]int) {
	changes := func(in ssa.Instruction) bool { _, ok := in.(*ssa.Store); return ok }
	list := candidates(fn)
	v := newVersions(newWays(fn, &positions{}, letsIn), slices.DeleteFunc(candidates(fn), func(in ssa.Instruction) bool { return !changes(in) }))
	for _, from := range list {
		for _, to := range list {
			at, lives := v.at(to)
			if !lives || changes(to) || !Dominates(from, to) {
				continue
			}
			before, _ := v.at(from)
			same := before == at && !changes(from) || changes(from) && v.begun(at) == from
			want := naivelyUndisturbed(from, to, changes)
			if same != want {
				t.Fatalf("%s: from %s to %s: %t, want %t\n%s", fn, from, to, same, want, src)
			}
			count[want]++
		}
	}
}

// TestBehind compares with a search from each instruction.
func TestBehind(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	src := "package p\ntype s struct{ i, j int }\nfunc g() {}\nfunc (*s) Fatal() {}\n"
	for i := range 10 {
		src += fmt.Sprintf("func f%d(p *s) int {\n%sreturn p.i\n}\n", i, jumps(r, 10))
	}
	pkg := built(t, src)
	for i := range 10 {
		list := candidates(pkg.Func(fmt.Sprint("f", i)))
		for range 20 {
			var some []ssa.Instruction
			for range r.IntN(3) {
				some = append(some, list[r.IntN(len(list))])
			}
			c := &changes{list: some, positions: &positions{}}
			for _, at := range list {
				want := slices.ContainsFunc(some, func(in ssa.Instruction) bool {
					return Reaches(in.Block(), at.Block()) || in.Block() == at.Block() && Dominates(in, at)
				})
				if got := c.mayPrecede(at); got != want {
					t.Fatalf("f%d: %v before %s: %t, want %t\n%s", i, some, at, got, want, src)
				}
			}
		}
	}
}

// TestPositions asks in a block of few instructions and in one of many.
func TestPositions(t *testing.T) {
	pkg := built(t, "package p\nfunc f(p *int) {\n"+strings.Repeat("*p++\n", fewInstructions)+"}\nfunc g(p *int) { *p++ }\n")
	for _, name := range []string{"f", "g"} {
		p := &positions{}
		for i, in := range pkg.Func(name).Blocks[0].Instrs {
			if got := p.of(in); got != i {
				t.Errorf("%s: %s is at %d, want %d", name, in, got, i)
			}
		}
	}
}

// jumps returns random statements with labels, of which most are followed by a jump to one of the labels.
func jumps(r *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "l%d:\n", i)
		switch r.IntN(5) {
		case 0:
			b.WriteString("g()\n")
		case 1:
			b.WriteString("p.i = 3\n")
		case 2:
			b.WriteString("if p.j > 8 { p.Fatal() }\n")
		default:
			b.WriteString("_ = p.i + p.j\n")
		}
		fmt.Fprintf(&b, "if p.j > %d { goto l%d }\n", i, r.IntN(n))
	}
	for i := range n {
		fmt.Fprintf(&b, "if p.i > %d { goto l%d }\n", i, i)
	}
	return b.String()
}

// statements returns some random statements, with others in them to a depth.
func statements(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		inner := func() string {
			if depth == 0 {
				return "p.j++\n"
			}
			return statements(r, depth-1)
		}
		switch r.IntN(10) {
		case 0:
			b.WriteString("g()\n")
		case 1:
			b.WriteString("p.i = 3\n")
		case 2:
			b.WriteString("if p.j > 8 { p.Fatal() }\n")
		case 3, 4:
			b.WriteString("if p.i > 5 {\n" + inner() + "}\n")
		case 5:
			b.WriteString("for p.i < p.j {\n" + inner() + "if p.i == 2 { continue }\n}\n")
		case 6:
			b.WriteString("for {\nif p.i == 4 { break }\n" + inner() + "}\n")
		case 7:
			b.WriteString("if p.j == 3 { return p.i }\n")
		default:
			b.WriteString("_ = p.i + p.j\n")
		}
	}
	return b.String()
}

func built(t testing.TB, src string) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// candidates returns the loads and stores of a function.
func candidates(fn *ssa.Function) (list []ssa.Instruction) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in.(type) {
			case *ssa.UnOp, *ssa.Store:
				list = append(list, in)
			}
		}
	}
	return list
}

// naivelyUndisturbed searches from each instruction that disturbs. One that does not return disturbs nothing.
func naivelyUndisturbed(from, to ssa.Instruction, changes func(ssa.Instruction) bool) bool {
	found := true
	After(from, func(in ssa.Instruction) bool {
		if in == from {
			return false
		}
		if in != to && !IsNoReturnCall(in) && (changes(in) || letsIn(in)) && reachesWithout(in, to, from) {
			found = false
		}
		return found
	})
	return found
}

// reachesWithout reports whether control comes from one instruction to another one and not through a third one.
func reachesWithout(a, b, not ssa.Instruction) bool {
	found := false
	After(a, func(in ssa.Instruction) bool {
		found = found || in == b
		return !found && in != not
	})
	return found
}
