package load

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Forget drops the parts of a package that only its conversion to SSA form needs. These
// are the types of its expressions but for receives, the selections, and scopes. They
// are the greater part of the memory of a type checker; objects are left.
func Forget(info *types.Info) {
	receives := map[ast.Expr]types.TypeAndValue{}
	for e, t := range info.Types {
		if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
			receives[e] = t
		}
	}
	info.Types, info.Selections, info.Scopes, info.Instances = receives, nil, nil, nil
}
