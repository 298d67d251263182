package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestScopeOf: what is looked at in depth, as drivers describe packages: go vet with
// modules, gopls the standard library without one, nogo everything without one.
func TestScopeOf(t *testing.T) {
	main, dep, std := &analysis.Module{Path: "example.com/m"}, &analysis.Module{Path: "example.com/d", Version: "v1.0.0"}, &analysis.Module{Path: "std"}
	for _, c := range []struct {
		path, file string
		module     *analysis.Module
		widen      string
		want       Scope
	}{
		{"example.com/m/p", "/m/p/p.go", main, "", Deep},
		{"example.com/d/p", "/d/p/p.go", dep, "", Summarised},
		{"example.com/d/p", "/d/p/p.go", dep, "example.com/d", Deep},
		{"net/http", "/go/src/net/http/p.go", std, "", Modelled},
		{"net/http", "/go/src/net/http/p.go", std, "std", Deep},
		{"net/http", "/go/src/net/http/p.go", nil, "", Modelled},
		{"vendor/golang.org/x/net/idna", "/go/src/vendor/golang.org/x/net/idna/p.go", nil, "", Modelled},
		{"example.com/m/p", "p/p.go", nil, "", Deep},
		{"monorepo/p", "src/monorepo/p/p.go", nil, "", Deep},
		{"monorepo/p", "/a/src/other/p.go", nil, "", Deep},
		{"example.com/d/p", "external/d/p/p.go", nil, "example.com/m", Summarised},
		{"example.com/m/p", "p/p.go", nil, "example.com/m", Deep},
	} {
		if got := ScopeOf(passOf(t, c.path, c.file, c.module), c.widen); got != c.want {
			t.Errorf("%s in %s, module %+v, widened to %q: %d, want %d", c.path, c.file, c.module, c.widen, got, c.want)
		}
	}
}

// passOf is a pass over a package of one file, which imports sync.
func passOf(t *testing.T, path, file string, m *analysis.Module) *analysis.Pass {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, "package p", 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg := types.NewPackage(path, "p")
	pkg.SetImports([]*types.Package{types.NewPackage("sync", "sync")})
	return &analysis.Pass{Fset: fset, Files: []*ast.File{f}, Pkg: pkg, Module: m}
}
