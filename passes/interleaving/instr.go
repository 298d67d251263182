package interleaving

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// instr executes an instruction that control goes straight through. It reports false when the goroutine goes no further.
func (f *frame) instr(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return f.store(f.value(in.Addr), f.value(in.Val))
	case *ssa.MapUpdate:
		escape(f.value(in.Key))
		escape(f.value(in.Value))
	case *ssa.Go:
		f.start(in)
	case *ssa.Defer:
		f.defers = append(f.defers, deferred{&in.Call, f.callee(&in.Call), f.arguments(&in.Call), in})
	case *ssa.RunDefers:
		return f.runDefers()
	case *ssa.Send:
		return f.send(f.value(in.Chan), in)
	case *ssa.Select:
		return f.selects(in)
	case *ssa.Call:
		v, on := f.call(&in.Call, f.callee(&in.Call), f.arguments(&in.Call), in)
		f.env[in] = v
		return on
	case ssa.Value:
		v, on := f.compute(in)
		f.env[in] = v
		return on
	}
	return true
}

// compute is the value of an instruction.
func (f *frame) compute(in ssa.Value) (v value, on bool) {
	switch in := in.(type) {
	case *ssa.Alloc:
		return &cell{typ: in.Type().Underlying().(*types.Pointer).Elem(), site: in, name: nameOf(in.Comment)}, true
	case *ssa.MakeChan:
		return f.makeChan(in), true
	case *ssa.MakeClosure:
		c := closure{fn: in.Fn.(*ssa.Function)}
		for _, b := range in.Bindings {
			c.free = append(c.free, f.value(b))
		}
		return c, true
	case *ssa.UnOp:
		return f.unary(in)
	case *ssa.BinOp:
		return f.binary(in), true
	case *ssa.MakeInterface:
		return boxed{f.value(in.X), in.X.Type()}, true
	case *ssa.ChangeInterface:
		return f.value(in.X), true
	case *ssa.ChangeType:
		return f.value(in.X), true
	}
	return f.part(in), true
}

// nameOf is the name of a variable by the comment of its allocation, or "".
func nameOf(comment string) string {
	if token.IsIdentifier(comment) && comment != "complit" && comment != "new" && comment != "makeslice" && comment != "varargs" {
		return comment
	}
	return ""
}

// part is a value that is read out of another one.
func (f *frame) part(in ssa.Value) value {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		if c, ok := f.value(in.X).(*cell); ok && c.hasParts() {
			return c.part(in.Field)
		}
	case *ssa.IndexAddr:
		return f.element(f.value(in.X), f.value(in.Index))
	case *ssa.Slice:
		if c, ok := f.value(in.X).(*cell); ok && in.Low == nil && in.High == nil && c.hasParts() {
			return window{c}
		}
		escape(f.value(in.X))
	case *ssa.Field:
		if r, ok := f.value(in.X).(*record); ok {
			return f.load(r.of.part(in.Field))
		}
	case *ssa.Extract:
		if t, ok := f.value(in.Tuple).(tuple); ok && in.Index < len(t) {
			return t[in.Index]
		}
	case *ssa.TypeAssert:
		return f.asserted(in)
	case *ssa.Convert:
		if k, ok := f.value(in.X).(konst); ok && fits(k.v, in.Type()) {
			return k
		}
		escape(f.value(in.X))
	case *ssa.Range, *ssa.Next, *ssa.Lookup, *ssa.MakeMap, *ssa.MakeSlice:
	default:
		if in, ok := in.(ssa.Instruction); ok {
			for _, o := range in.Operands(nil) {
				if *o != nil {
					escape(f.value(*o))
				}
			}
		}
	}
	return f.fresh()
}

// asserted is the value in an interface. A value of another type is not there: where the program takes it out all the same,
// nothing is known.
func (f *frame) asserted(in *ssa.TypeAssert) value {
	x := f.value(in.X)
	v, ok := f.fresh(), f.fresh()
	b, known := x.(boxed)
	switch {
	case known && types.IsInterface(in.AssertedType):
		v = x
	case known && types.Identical(b.typ, in.AssertedType):
		v, ok = b.v, konst{v: constant.MakeBool(true)}
	default:
		escape(x)
	}
	if in.CommaOk {
		return tuple{v, ok}
	}
	return v
}

// element is the address of an element.
func (f *frame) element(of, index value) value {
	c, ok := of.(*cell)
	if w, yes := of.(window); yes {
		c, ok = w.array, true
	}
	if !ok {
		return f.fresh()
	}
	array, ok := c.typ.Underlying().(*types.Array)
	if k, yes := index.(konst); ok && yes {
		if i, exact := constant.Int64Val(k.v); exact && i >= 0 && i < array.Len() {
			return c.part(int(i))
		}
	}
	escape(c)
	return f.fresh()
}

func (f *frame) makeChan(in *ssa.MakeChan) value {
	o := &object{kind: trace.KindChan, site: in}
	k, ok := f.value(in.Size).(konst)
	if !ok {
		o.escaped = true // its room is not known
		return o
	}
	o.room, _ = constant.Int64Val(k.v)
	return o
}

// load reads a variable.
func (f *frame) load(c *cell) value {
	switch {
	case c.escaped:
		return f.fresh()
	case f.learnt.unstable[c.key()]:
		return f.read(c)
	case c.hasParts() && f.changes(c):
		return f.fresh()
	case c.hasParts():
		return &record{c.copied()}
	case c.val == nil:
		if z := zero(c.typ); z != (unknown{}) {
			return z
		}
		return f.fresh()
	}
	return c.val
}

// copied is a copy of a variable with its parts.
func (c *cell) copied() *cell {
	n := &cell{typ: c.typ, val: c.val, site: c.site, path: c.path, name: c.name, escaped: c.escaped}
	for i, p := range c.parts {
		if n.parts == nil {
			n.parts = map[int]*cell{}
		}
		n.parts[i] = p.copied()
	}
	return n
}

// An allocation names the variables that one instruction makes.
type allocation struct {
	site ssa.Value
	path string
}

func (c *cell) key() allocation { return allocation{c.site, c.path} }

// store writes a variable. A variable that a started goroutine knows has no known value when it changes: which goroutine comes
// first is another choice. It reports false when the path ends.
func (f *frame) store(addr, v value) (on bool) {
	c, ok := addr.(*cell)
	if !ok || c.escaped {
		escape(v)
		return true
	}
	if c.hasParts() {
		return f.storeParts(c, v)
	}
	if c.shared {
		f.learn(f.learnt.unstable, c.key())
	}
	if f.learnt.unstable[c.key()] {
		return f.write(c, v)
	}
	if o, ok := v.(*object); ok && o.name == "" {
		o.name = c.name
	}
	c.val = v
	return true
}

// storeParts writes all parts of a variable: those that the source does not mention are zero in it.
func (f *frame) storeParts(c *cell, v value) (on bool) {
	r, ok := v.(*record)
	if !ok {
		escape(v)
		escape(c) // it is not known what is in it
		return true
	}
	parts := map[int]bool{}
	for _, of := range []*cell{c, r.of} {
		for i := range of.parts {
			parts[i] = true
		}
	}
	for _, i := range slices.Sorted(maps.Keys(parts)) {
		if !f.store(c.part(i), f.load(r.of.part(i))) {
			return false
		}
	}
	return true
}

// learn notes what the run has to know from its beginning.
func (f *frame) learn(of map[allocation]bool, p allocation) {
	if !of[p] {
		of[p], f.again = true, true
	}
}

func (f *frame) unary(in *ssa.UnOp) (value, bool) {
	x := f.value(in.X)
	switch in.Op {
	case token.MUL:
		if c, ok := x.(*cell); ok {
			return f.load(c), true
		}
	case token.ARROW:
		return f.receive(x, in)
	case token.NOT:
		switch x := x.(type) {
		case konst:
			return konst{constant.MakeBool(!constant.BoolVal(x.v)), x.read}, true
		case outcome:
			return outcome{!x.ok}, true
		case unknown:
			return unknown{x.id, !x.neg}, true
		}
	}
	return f.fresh(), true
}

// binary computes with constants, compares with nil, and gives equal terms of unknown values one id.
func (f *frame) binary(in *ssa.BinOp) value {
	x, y := f.value(in.X), f.value(in.Y)
	a, isA := x.(konst)
	b, isB := y.(konst)
	if isA && isB && a.v.Kind() == b.v.Kind() {
		return f.constants(in, a, b)
	}
	if in.Op == token.EQL || in.Op == token.NEQ {
		if same, known := alike(x, y); known {
			return konst{v: constant.MakeBool(same == (in.Op == token.EQL))}
		}
	}
	if !isBoolean(in.Type()) {
		return f.fresh()
	}
	op, neg := in.Op, false
	if op == token.NEQ {
		op, neg = token.EQL, true
	}
	condition := f.term(fmt.Sprint(name(x), " ", op, " ", name(y)))
	f.asks(condition, x, y)
	return unknown{condition, neg}
}

func isBoolean(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// alike reports whether two references are equal, when that is known.
func alike(x, y value) (same, known bool) {
	_, nilX := x.(null)
	_, nilY := y.(null)
	switch {
	case nilX && nilY:
		return true, true
	case nilX:
		return false, made(y)
	case nilY:
		return false, made(x)
	}
	return false, false
}

// made reports whether a value is a reference to something.
func made(v value) bool {
	switch v.(type) {
	case *object, *cell, closure, window, boxed:
		return true
	}
	return false
}

// constants computes with two constants. A number that its type has no room for wraps around in the program: it is not known.
func (f *frame) constants(in *ssa.BinOp, a, b konst) value {
	read := a.read || b.read
	switch in.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return konst{constant.MakeBool(constant.Compare(a.v, in.Op, b.v)), read}
	case token.ADD, token.SUB, token.MUL:
		if a.v.Kind() != constant.Int {
			break
		}
		if v := constant.BinaryOp(a.v, in.Op, b.v); fits(v, in.Type()) {
			return konst{v, read}
		}
	}
	return f.fresh()
}

// wordSizes are those of a machine with 64 bits.
var wordSizes = types.SizesFor("gc", "amd64")

// fits reports whether a constant is a number that an integer type has room for.
func fits(v constant.Value, t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || b.Info()&types.IsUntyped != 0 || v.Kind() != constant.Int {
		return false
	}
	bits := int(wordSizes.Sizeof(b)) * 8
	switch {
	case b.Info()&types.IsUnsigned != 0:
		return constant.Sign(v) >= 0 && constant.BitLen(v) <= bits
	case constant.Sign(v) < 0:
		v = constant.BinaryOp(v, token.ADD, constant.MakeInt64(1)) // there is one more number below zero
	}
	return constant.BitLen(v) < bits
}

// name tells an unknown value or a constant from others.
func name(v value) string {
	switch v := v.(type) {
	case unknown:
		return fmt.Sprint("v", v.id, v.neg)
	case konst:
		return v.v.ExactString()
	case null:
		return "nil"
	}
	return fmt.Sprintf("%T%p", v, &v)
}

// term is the id of a result that is computed of unknown values.
func (f *frame) term(text string) int {
	if f.terms[text] == 0 {
		f.ids++
		f.terms[text] = f.ids
	}
	return f.terms[text]
}
