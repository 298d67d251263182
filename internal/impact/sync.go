package impact

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// syncMethods are the names of methods that synchronise. A deleted line has no types.
var syncMethods = []string{
	"Lock", "Unlock", "RLock", "RUnlock", "TryLock", "TryRLock", "Add", "Done", "Wait", "Signal", "Broadcast", "Do", "Go",
	"Load", "Store", "Swap", "CompareAndSwap", "LoadOrStore", "LoadAndDelete",
}

// isSync reports whether a node synchronises, by its shape.
func isSync(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.ChanType:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.CallExpr:
		if s, ok := n.Fun.(*ast.SelectorExpr); ok {
			return slices.Contains(syncMethods, s.Sel.Name)
		}
		id, ok := n.Fun.(*ast.Ident)
		return ok && id.Name == "close"
	}
	return false
}

// synchronises reports whether a line of a revision synchronises. It is read alone: a
// statement that goes over several lines may not be seen.
func synchronises(line string) bool {
	for _, src := range []string{line, line + "\n}", line + "\n}()"} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {\n"+src+"\n}", parser.SkipObjectResolution)
		if err != nil && f == nil {
			continue
		}
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			found = found || n != nil && isSync(n)
			return n != nil
		})
		if found {
			return true
		}
	}
	return false
}
