package syncop_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// TestReaches compares with a naive search, also in a function with more blocks than have room.
func TestReaches(t *testing.T) {
	small := "for a < 9 { if a > 3 { a++; continue }; if a == 7 { break }; a += 2 }; if a > 20 { return }; a--\n"
	for _, body := range []string{small, strings.Repeat("if a > 1 { a++ }\n", 600)} {
		fn := build(t, "package p\nfunc f(a int) {\n"+body+"}\n").Func("f")
		from := fn.Blocks[:min(len(fn.Blocks), 12)]
		for _, a := range from {
			reached := naive(a)
			for _, b := range fn.Blocks {
				if got, want := syncop.Reaches(a, b), slices.Contains(reached, b); got != want {
					t.Fatalf("of %d blocks, %d reaches %d: %t, want %t", len(fn.Blocks), a.Index, b.Index, got, want)
				}
			}
		}
	}
}

// naive is the blocks that control may come to from the end of one.
func naive(a *ssa.BasicBlock) []*ssa.BasicBlock {
	var list []*ssa.BasicBlock
	add := func(succs []*ssa.BasicBlock) {
		for _, s := range succs {
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	add(a.Succs)
	for i := 0; i < len(list); i++ {
		add(list[i].Succs)
	}
	return list
}

// TestConstName shows that constants have the names that SSA form gives them.
func TestConstName(t *testing.T) {
	pkg := build(t, "package p\ntype n int\nfunc g(...any) {}\nfunc h(int, uint8, n, string, bool, float64, error, *int) {}\nfunc f() { h(-3, 200, 4, \"s\", true, 1.5, nil, nil) }\n")
	found := 0
	for _, b := range pkg.Func("f").Blocks {
		for _, in := range b.Instrs {
			for _, v := range in.Operands(nil) {
				if c, ok := (*v).(*ssa.Const); ok {
					found++
					if got := syncop.ConstName(c); got != c.Name() {
						t.Errorf("%s is called %s", c.Name(), got)
					}
				}
			}
		}
	}
	if found != 8 {
		t.Errorf("%d constants were found", found)
	}
}

func build(t *testing.T, src string) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}
