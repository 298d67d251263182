package guard

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

const eql = token.EQL

// TestOf splits a condition: the value that it asks about, and the test. The condition is the
// negation of the test when neg is set. So n >= 1 and n > 0 are one test, and n <= 0 is its negation.
// A condition that is none of the kinds is a value that is true or not.
func TestOf(cond ssa.Value) (x ssa.Value, t Test, neg bool) {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			x, t, neg = TestOf(v.X)
			return x, t, !neg
		}
	case *ssa.Extract:
		if is, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 1 && !isGeneric(v.Parent()) {
			return is.X, Test{Kind: Is, Type: is.AssertedType}, false
		}
	case *ssa.BinOp:
		if x, t, neg, ok := compared(v); ok {
			return x, t, neg
		}
	}
	return cond, Test{}, false
}

// compared does so for the comparison of a value with a constant.
func compared(v *ssa.BinOp) (x ssa.Value, t Test, neg, ok bool) {
	x, op, y := v.X, v.Op, v.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, op, y = y, mirrored(op), x
	}
	k, isConst := y.(*ssa.Const)
	if !isConst {
		return nil, Test{}, false, false
	}
	equal := op == token.EQL || op == token.NEQ
	neg = op == token.NEQ || op == token.LEQ || op == token.LSS
	switch {
	case equal && k.IsNil():
		return x, Test{Kind: Nil}, neg, true
	case k.Value == nil || !equal && !isInteger(x.Type()):
		return nil, Test{}, false, false
	case equal && isInteger(x.Type()) && constant.Sign(k.Value) == 0:
		if value, mask, ok := masked(x); ok {
			return value, Test{Kind: Bits, Const: mask}, !neg, true
		}
	}
	switch op {
	case token.EQL, token.NEQ:
		return x, Test{Kind: Equal, Const: k.Value}, neg, true
	case token.GTR, token.LEQ:
		return x, Test{Kind: Greater, Const: k.Value}, neg, true
	case token.GEQ, token.LSS:
		return x, Test{Kind: Greater, Const: constant.BinaryOp(k.Value, token.SUB, constant.MakeInt64(1))}, neg, true
	}
	return nil, Test{}, false, false
}

// masked splits a number of which some bits are asked for.
func masked(v ssa.Value) (x ssa.Value, mask constant.Value, ok bool) {
	and, ok := v.(*ssa.BinOp)
	if !ok || and.Op != token.AND {
		return nil, nil, false
	}
	for _, try := range [][2]ssa.Value{{and.X, and.Y}, {and.Y, and.X}} {
		if k, ok := try[1].(*ssa.Const); ok && k.Value != nil {
			return try[0], k.Value, true
		}
	}
	return nil, nil, false
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

// isGeneric reports whether the types in a function may be type parameters.
func isGeneric(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn.TypeParams().Len() > 0 {
			return true
		}
	}
	return false
}
