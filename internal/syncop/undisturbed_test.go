package syncop

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestUndisturbed compares with a naive search, for all pairs of instructions of random functions.
func TestUndisturbed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const functions = 30
	src := "package p\ntype s struct{ i, j int }\nfunc g() {}\nfunc (*s) Fatal() {}\n"
	for i := range functions {
		src += fmt.Sprintf("func f%d(p *s, c chan int) int {\n%sreturn p.i\n}\n", i, statements(r, 4))
	}
	pkg := built(t, src)
	changes := func(in ssa.Instruction) bool { _, ok := in.(*ssa.Store); return ok }
	count := map[bool]int{}
	for i := range functions {
		fn := pkg.Func(fmt.Sprint("f", i))
		for _, from := range candidates(fn) {
			for _, to := range candidates(fn) {
				if from == to || !Dominates(from, to) {
					continue
				}
				want := naivelyUndisturbed(from, to, changes)
				if got := undisturbed(from, to, changes); got != want {
					t.Fatalf("%s: from %s to %s: %t, want %t\n%s", fn, from, to, got, want, src)
				}
				count[want]++
			}
		}
	}
	if count[true] < 100 || count[false] < 100 {
		t.Errorf("the functions are too much alike: %v", count)
	}
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

func built(t *testing.T, src string) *ssa.Package {
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
