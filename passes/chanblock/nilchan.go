package chanblock

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/edit"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// isNil reports whether a channel is certainly nil.
func isNil(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.UnOp:
		cell, ok := variable(v.X).(*ssa.Alloc)
		return ok && v.Op == token.MUL && !everStored(cell, 0)
	}
	return false
}

// variable is the variable that a function literal captured, or the value.
func variable(v ssa.Value) ssa.Value {
	for range maxFollow {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			break
		}
		v = captured(free)
	}
	return v
}

func captured(free *ssa.FreeVar) ssa.Value {
	lit := free.Parent()
	i := slices.Index(lit.FreeVars, free)
	for _, b := range lit.Parent().Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(lit) {
				return mc.Bindings[i]
			}
		}
	}
	return nil
}

// everStored reports whether something may be assigned to a variable.
func everStored(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > maxFollow {
		return true
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if ref.Op != token.MUL {
				return true
			}
		case *ssa.MakeClosure:
			lit := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == v && everStored(lit.FreeVars[i], depth+1) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

// namedIn reports whether the channel operation at a position is on a variable:
// who writes <-(chan int)(nil) wants to block.
func namedIn(r *lockfacts.Reporter, pos token.Pos) bool {
	for _, n := range edit.Of(r.Pass).Enclosing(pos) {
		var ch ast.Expr
		switch n := n.(type) {
		case *ast.UnaryExpr:
			ch = n.X
		case *ast.SendStmt:
			ch = n.Chan
		case *ast.RangeStmt:
			ch = n.X
		default:
			continue
		}
		_, named := ast.Unparen(ch).(*ast.Ident)
		return named
	}
	return false
}
