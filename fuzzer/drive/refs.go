package drive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// refs are the names in a piece of source. An expression is made by chance and may be left out again, so only its final text
// tells what it needs.
type refs struct {
	names            []string // all identifiers
	imports, helpers []string
}

// refsOf reads declarations.
func (a *API) refsOf(decls string) refs {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+decls, parser.SkipObjectResolution)
	if err != nil {
		return refs{} // the file will not compile, and says where
	}
	paths := map[string]string{}
	for p, name := range a.names {
		paths[name] = p
	}
	names, imports, used := map[string]bool{}, map[string]bool{}, map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && paths[id.Name] != "" {
				imports[paths[id.Name]] = true
				return false
			}
		case *ast.Ident:
			names[n.Name] = true
			if _, ok := helpers[n.Name]; ok || strings.HasPrefix(n.Name, stubPrefix) {
				used[n.Name] = true
			}
		}
		return true
	})
	return refs{slices.Sorted(maps.Keys(names)), slices.Sorted(maps.Keys(imports)), slices.Sorted(maps.Keys(used))}
}
