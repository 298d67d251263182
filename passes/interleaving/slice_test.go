package interleaving

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestExploreEndsWithContext: a search that nobody wants any more has no result, and one that is wanted has.
func TestExploreEndsWithContext(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "wait.go", "package wait\nfunc Wait() { <-make(chan int) }", 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("wait", "wait"), []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	s := &slice{knowledge: newKnowledge(), fn: pkg.Func("Wait")}
	if root, cut := s.explore(t.Context()); cut != nil || len(root.leaf.found) != 1 {
		t.Fatalf("wanted: %v, limit %v; want one deadlock", root, cut)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if root, cut := s.explore(ctx); root != nil || cut == nil {
		t.Errorf("not wanted any more: %v, limit %v; want a limit", root, cut)
	}
}
