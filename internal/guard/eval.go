package guard

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxEval bounds how deep an expression is evaluated.
const maxEval = 8

// Of is the knowledge about a value.
func (e Environment) Of(v ssa.Value) Value { return e.eval(v, 0) }

// eval is the knowledge about a value that is the same each time.
func (e Environment) eval(v ssa.Value, depth int) (k Value) {
	if k, ok := e[v]; ok {
		return k
	}
	if depth > maxEval {
		return k
	}
	switch v := v.(type) {
	case *ssa.Const:
		return ofConst(v)
	case *ssa.ChangeType:
		return e.eval(v.X, depth+1)
	case *ssa.MakeInterface:
		x := e.eval(v.X, depth+1)
		k = Value{val: x.val, num: x.num, nonnil: true}
		if !isGeneric(v.Parent()) {
			k.is = v.X.Type()
		}
		return k
	case *ssa.Alloc:
		return Value{nonnil: true, fields: e.literal(v, nil, everyField, depth)}
	case *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeClosure, *ssa.Function, *ssa.FieldAddr, *ssa.IndexAddr:
		return Value{nonnil: true}
	case *ssa.Field:
		return e.eval(v.X, depth+1).Field(v.Field)
	case *ssa.Slice:
		return ofSlice(v)
	case *ssa.Call:
		if list, ok := lengthOf(v); ok {
			if length := e.eval(list, depth+1).length; length != nil {
				return *length
			}
			return *ofNumber(anyNumber().within(0, anyNumber().hi))
		}
		return e.result(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return e.load(v, depth)
		}
	case *ssa.BinOp:
		if k.num = e.combined(v, depth); k.num != nil {
			return k
		}
	}
	if x, t, neg := TestOf(v); x != v {
		if yes, known := e.eval(x, depth+1).Ask(t); known {
			k.val = constant.MakeBool(yes != neg)
		}
	}
	return k
}

// combined is the knowledge about bits that are put together, or nil.
func (e Environment) combined(v *ssa.BinOp, depth int) *number {
	if v.Op != token.AND && v.Op != token.OR && v.Op != token.AND_NOT || !isInteger(v.Type()) {
		return nil
	}
	x, y := e.eval(v.X, depth+1), e.eval(v.Y, depth+1)
	nothing := anyNumber()
	a, b := &nothing, &nothing
	if x.num != nil {
		a = x.num
	}
	if y.num != nil {
		b = y.num
	}
	n := anyNumber()
	n.ones, n.zeros = a.ones&b.ones, a.zeros|b.zeros
	switch v.Op {
	case token.AND_NOT:
		n.ones, n.zeros = a.ones&b.zeros, a.zeros|b.ones
	case token.OR:
		n.ones, n.zeros = a.ones|b.ones, a.zeros&b.zeros
	}
	if n.ones|n.zeros == ^uint64(0) {
		n = exactly(int64(n.ones))
	}
	return &n
}

// load is the knowledge about a field that is read, or about a struct in a local variable.
func (e Environment) load(v *ssa.UnOp, depth int) (k Value) {
	switch from := v.X.(type) {
	case *ssa.Alloc:
		k.fields = e.literal(from, v, everyField, depth)
	case *ssa.FieldAddr:
		if made, ok := from.X.(*ssa.Alloc); ok {
			return Value{fields: e.literal(made, v, from.Field, depth)}.Field(from.Field)
		}
		return e.eval(from.X, depth+1).Field(from.Field)
	}
	return k
}

// everyField asks for all fields of a struct.
const everyField = -1

// literal are the fields of a struct that the function makes, at an instruction that reads it, or where its address is given
// to the only function that gets it (nil). It is nil for a struct that anything else may happen to. Only one field may be
// asked for: structs of options have dozens.
func (e Environment) literal(made *ssa.Alloc, at ssa.Instruction, one, depth int) []Value {
	st, ok := made.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok || depth > maxEval {
		return nil
	}
	fields := make([]Value, st.NumFields())
	wanted := func(i int) bool { return one == everyField || one == i }
	for i := range fields {
		if wanted(i) {
			fields[i] = zeroOf(st.Field(i).Type())
		}
	}
	filled, wholes := map[int]bool{}, 0
	given := at
	if at == nil {
		given = onlyCall(made)
	}
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if !e.fill(fields, filled, ref, given, wanted(ref.Field), depth) {
				return nil
			}
		case *ssa.Store:
			if wholes++; ref.Addr != made || wholes > 1 || !begins(ref, made) {
				return nil
			}
			if _, zero := ref.Val.(*ssa.Const); !zero {
				whole := e.eval(ref.Val, depth+1)
				for i := range fields {
					if !filled[i] {
						fields[i] = whole.Field(i)
					}
				}
			}
		case *ssa.Call:
			if ref != given || at != nil {
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return fields
}

// onlyCall is the call that gets the address of a variable, or nil where several do.
func onlyCall(made *ssa.Alloc) (call ssa.Instruction) {
	for _, ref := range *made.Referrers() {
		if _, ok := ref.(*ssa.Call); ok {
			if call != nil {
				return nil
			}
			call = ref
		}
	}
	return call
}

// begins reports whether a struct is given its value as a whole before anything else happens to it.
func begins(st *ssa.Store, made *ssa.Alloc) bool {
	return !slices.ContainsFunc(*made.Referrers(), func(ref ssa.Instruction) bool {
		_, isNote := ref.(*ssa.DebugRef)
		return ref != st && !isNote && !dominates(st, ref)
	})
}

// fill notes what a field is given, if that is wanted. It reports false where its address goes elsewhere.
func (e Environment) fill(fields []Value, filled map[int]bool, fa *ssa.FieldAddr, at ssa.Instruction, wanted bool, depth int) bool {
	for _, use := range *fa.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr != fa {
				return false
			}
			k := Value{}
			if wanted && !filled[fa.Field] && at != nil && dominates(use, at) {
				k = e.eval(use.Val, depth+1)
			}
			fields[fa.Field], filled[fa.Field] = k, true
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// dominates reports whether an instruction happens before another one in any case.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// onlyReads reports whether a function does nothing with a parameter but read it, or what it leads to.
func onlyReads(p *ssa.Parameter) bool {
	return !slices.ContainsFunc(*p.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.FieldAddr:
			return slices.ContainsFunc(*in.Referrers(), isNoRead)
		case *ssa.Store, *ssa.Call:
			return isPointer(p)
		case *ssa.BinOp, *ssa.Field:
			return false
		}
		return isNoRead(in)
	})
}

func isNoRead(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
		return false
	}
	return true
}

func isPointer(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

// lengthOf is the list whose length is asked.
func lengthOf(v ssa.Value) (list ssa.Value, ok bool) {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil, false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "len" {
		return nil, false
	}
	switch call.Call.Args[0].Type().Underlying().(type) {
	case *types.Slice, *types.Basic:
		return call.Call.Args[0], true
	}
	return nil, false
}

func ofConst(v *ssa.Const) Value {
	switch {
	case v.IsNil():
		return Value{isNil: true, length: ofNumber(exactly(0))}
	case v.Value == nil:
		return zeroOf(v.Type())
	}
	return ofConstant(v.Value)
}

// zeroOf is the zero value of a type.
func zeroOf(t types.Type) Value {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case t.Info()&types.IsBoolean != 0:
			return ofConstant(constant.MakeBool(false))
		case t.Info()&types.IsString != 0:
			return ofConstant(constant.MakeString(""))
		case t.Info()&types.IsInteger != 0:
			return *ofNumber(exactly(0))
		}
	case *types.Struct:
		k := Value{fields: make([]Value, t.NumFields())}
		for i := range k.fields {
			k.fields[i] = zeroOf(t.Field(i).Type())
		}
		return k
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return Value{isNil: true, length: ofNumber(exactly(0))}
	}
	return Value{}
}

// ofSlice is the knowledge about a slice that is made of a literal, as by a variadic call.
func ofSlice(v *ssa.Slice) Value {
	p, ok := v.X.Type().Underlying().(*types.Pointer)
	if _, made := v.X.(*ssa.Alloc); !ok || !made || v.Low != nil || v.High != nil {
		return Value{}
	}
	array, ok := p.Elem().Underlying().(*types.Array)
	if !ok {
		return Value{}
	}
	return Value{nonnil: true, length: ofNumber(exactly(array.Len()))}
}
