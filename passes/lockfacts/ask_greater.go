package lockfacts

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// asksGreater splits the comparison of a whole number with a constant: the question is whether
// the number is greater than a constant, and neg is set when the comparison is its negation. So n >= 1 and
// n > 0 are one condition, and n <= 0 is its negation.
func asksGreater(v *ssa.BinOp) (x ssa.Value, than constant.Value, neg, ok bool) {
	x, op, y := v.X, v.Op, v.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, op, y = y, mirrored(op), x
	}
	k, isConst := y.(*ssa.Const)
	if !isConst || k.Value == nil || !isInteger(x.Type()) {
		return nil, nil, false, false
	}
	than = k.Value
	switch op {
	case token.GTR, token.LEQ:
	case token.GEQ, token.LSS:
		than = constant.BinaryOp(than, token.SUB, constant.MakeInt64(1))
	default:
		return nil, nil, false, false
	}
	return x, than, op == token.LEQ || op == token.LSS, true
}

// mirrored is the comparison for operands in the other order.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.GTR:
		return token.LSS
	case token.LSS:
		return token.GTR
	case token.GEQ:
		return token.LEQ
	case token.LEQ:
		return token.GEQ
	}
	return op
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// isNatural reports whether a number is never negative: a length, or one without a sign.
func isNatural(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return isLength(v) || ok && b.Info()&types.IsUnsigned != 0
}

func isLength(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && (b.Name() == "len" || b.Name() == "cap")
}
