package local

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// TestLocal analyses testdata/local.txtar. A comment "local" or "shared" on the line
// of a call of a method named Touch says what is to be found of it.
func TestLocal(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/local.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range ar.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fset := token.NewFileSet()
	var loads [][]*packages.Package
	for _, pattern := range []string{".", "./lib"} { // apart, as in a build with packages that are not named
		pkgs, err := packages.Load(&packages.Config{
			Dir: dir, Fset: fset,
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax,
		}, pattern)
		if err != nil || packages.PrintErrors(pkgs) > 0 {
			t.Fatal(err)
		}
		loads = append(loads, pkgs)
	}
	calls := Analyze(func(path string) bool { return path == "example.com/m/lib" }, loads...)
	n := 0
	for _, pkgs := range loads {
		for _, f := range pkgs[0].Syntax {
			n += compare(t, fset, f, calls)
		}
	}
	if n < 30 {
		t.Errorf("%d calls", n)
	}
}

// compare compares the calls of Touch in a file with the comments beside them.
func compare(t *testing.T, fset *token.FileSet, f *ast.File, calls *Calls) (n int) {
	want := map[int]string{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			want[fset.Position(c.Pos()).Line] = strings.TrimPrefix(c.Text, "// ")
		}
	}
	ast.Inspect(f, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Touch" {
			return true
		}
		n++
		got := "shared"
		if calls.Local(call.Lparen) {
			got = "local"
		}
		if pos := fset.Position(call.Pos()); got != want[pos.Line] {
			t.Errorf("%s:%d: %s, want %s", filepath.Base(pos.Filename), pos.Line, got, want[pos.Line])
		}
		return true
	})
	return n
}
