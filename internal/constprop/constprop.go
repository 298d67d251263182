// Package constprop says what constants that a caller passes decide in the function that is
// called (constant propagation, Wegman and Zadeck, TOPLAS 1991, from one call to the next).
//
//	func (s *Store) put(mode Mode) { if mode != Locked { s.mu.Lock(); defer s.mu.Unlock() }; … }
//	func (s *Store) Put() { s.mu.Lock(); defer s.mu.Unlock(); s.put(Locked) }
//
// An [Env] has what is known of the parameters of a function: numbers, strings, nil, lengths,
// and types in interfaces. [Env.Call] is that of a function which is called, and [Env.Skips]
// reports whether control never comes to a block. An answer holds for each activation with such
// arguments; nothing is known of variables, fields and results. A question takes time linear
// in the depth of the block in the dominator tree.
package constprop

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Value is what is known of a value. The zero Value is nothing.
type Value struct {
	val    constant.Value // of a number, string or bool, or of what is in an interface
	is     types.Type     // what is in an interface
	isNil  bool
	nonnil bool
	length constant.Value // of a slice or string
}

// An Env is what is known of the parameters of a function.
type Env map[*ssa.Parameter]Value

// Call is what a call in the function makes known of the parameters of fn, which it calls.
func (e Env) Call(call *ssa.CallCommon, fn *ssa.Function) Env {
	passed := Env{}
	for i, p := range fn.Params {
		if i < len(call.Args) {
			if k := e.eval(call.Args[i], 0); k != (Value{}) {
				passed[p] = k
			}
		}
	}
	return passed
}

// Skips reports whether control does not come to a block: a test that dominates it, by one of
// its branches, goes the other way.
func (e Env) Skips(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		test, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		k := e.eval(test.Cond, 0)
		if k.val == nil || k.val.Kind() != constant.Bool {
			continue
		}
		other := d.Succs[0]
		if constant.BoolVal(k.val) {
			other = d.Succs[1]
		}
		if len(other.Preds) == 1 && other.Dominates(b) {
			return true
		}
	}
	return false
}

// maxEval bounds how deep an expression is evaluated.
const maxEval = 8

// eval is what is known of a value that is the same each time.
func (e Env) eval(v ssa.Value, depth int) (k Value) {
	if depth > maxEval {
		return k
	}
	switch v := v.(type) {
	case *ssa.Const:
		return ofConstant(v)
	case *ssa.Parameter:
		return e[v]
	case *ssa.ChangeType:
		return e.eval(v.X, depth+1)
	case *ssa.MakeInterface:
		k = Value{val: e.eval(v.X, depth+1).val, nonnil: true}
		if !isGeneric(v.Parent()) {
			k.is = v.X.Type()
		}
		return k
	case *ssa.Slice:
		return ofLiteral(v)
	case *ssa.UnOp:
		if x := e.eval(v.X, depth+1); v.Op == token.NOT && x.val != nil {
			k.val = constant.UnaryOp(token.NOT, x.val, 0)
		}
	case *ssa.BinOp:
		k.val = binaryOp(v.Op, e.eval(v.X, depth+1), e.eval(v.Y, depth+1))
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			k.val = e.eval(v.Call.Args[0], depth+1).length
		}
	case *ssa.Extract:
		if is, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 1 && !isGeneric(v.Parent()) {
			k.val = asserted(e.eval(is.X, depth+1), is.AssertedType)
		}
	}
	return k
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

func ofConstant(v *ssa.Const) Value {
	switch {
	case v.IsNil():
		return Value{isNil: true, length: constant.MakeInt64(0)}
	case v.Value == nil:
		return Value{}
	case v.Value.Kind() == constant.String:
		return Value{val: v.Value, length: constant.MakeInt64(int64(len(constant.StringVal(v.Value))))}
	}
	return Value{val: v.Value}
}

// ofLiteral is what is known of a slice that is made of a literal, as by a variadic call.
func ofLiteral(v *ssa.Slice) Value {
	p, ok := v.X.Type().Underlying().(*types.Pointer)
	if _, made := v.X.(*ssa.Alloc); !ok || !made || v.Low != nil || v.High != nil {
		return Value{}
	}
	array, ok := p.Elem().Underlying().(*types.Array)
	if !ok {
		return Value{}
	}
	return Value{nonnil: true, length: constant.MakeInt64(array.Len())}
}

// binary is the value of an operation on two values, or nil. Arithmetic that can overflow is
// left out.
func binaryOp(op token.Token, x, y Value) constant.Value {
	switch op {
	case token.EQL, token.NEQ:
		if x.isNil && y.nonnil || x.nonnil && y.isNil {
			return constant.MakeBool(op == token.NEQ)
		}
		if x.isNil && y.isNil {
			return constant.MakeBool(op == token.EQL)
		}
	}
	if x.val == nil || y.val == nil || x.val.Kind() != y.val.Kind() || x.is != nil || y.is != nil {
		return nil
	}
	switch op {
	case token.EQL, token.NEQ:
		return constant.MakeBool(constant.Compare(x.val, op, y.val))
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x.val.Kind() != constant.Bool {
			return constant.MakeBool(constant.Compare(x.val, op, y.val))
		}
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		if x.val.Kind() == constant.Int {
			return constant.BinaryOp(x.val, op, y.val)
		}
	}
	return nil
}

// asserted is whether a type assertion holds, or nil.
func asserted(x Value, to types.Type) constant.Value {
	switch {
	case x.isNil:
		return constant.MakeBool(false)
	case x.is == nil:
		return nil
	case types.IsInterface(to):
		return constant.MakeBool(types.Implements(x.is, to.Underlying().(*types.Interface)))
	}
	return constant.MakeBool(types.Identical(x.is, to))
}
