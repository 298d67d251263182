package ending

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
)

// TestPosition is where a test of the package in dir is declared, "" for not known.
func TestPosition(root, dir, test string) string {
	test, _, _ = strings.Cut(test, "/")                        // a call of Explore is in it
	names, _ := filepath.Glob(filepath.Join(dir, "*_test.go")) // the pattern is one
	for _, name := range names {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == test {
				at := fset.Position(fn.Name.Pos())
				at.Filename = module.Relative(root, name)
				return at.String()
			}
		}
	}
	return ""
}
