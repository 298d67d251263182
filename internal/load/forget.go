package load

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Forget drops what only those need to know who bring a package into SSA form: the types of its
// expressions but for receives, what selectors select, and scopes. That is the greater part of
// what a type checker remembers; objects are left.
func Forget(info *types.Info) {
	receives := map[ast.Expr]types.TypeAndValue{}
	for e, t := range info.Types {
		if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
			receives[e] = t
		}
	}
	info.Types, info.Selections, info.Scopes, info.Instances = receives, nil, nil, nil
}
