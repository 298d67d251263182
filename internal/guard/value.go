// Package guard decides conditions by the knowledge of the values that they test.
//
//	func (s *Store) put(mode Mode) { if mode != Locked { s.mu.Lock(); defer s.mu.Unlock() }; … }
//	func (s *Store) Put() { s.mu.Lock(); defer s.mu.Unlock(); s.put(Locked) }
//
// A [Value] is the knowledge of a value, as a conjunction of tests. A test is about
// equality and order with constants, bits, nil, length, the type in an interface, or a
// field of a struct. [Value.Ask] decides a [Test] by it, and [Value.Assume] adds the
// outcome of a test.
//
// An [Environment] has the knowledge of a function's parameters. [Environment.Call] is that of a called
// function. [Environment.Reached] are the reachable blocks (conditional constants, Wegman and
// Zadeck, TOPLAS 1991, from one call to the next).
//
// An answer holds for each activation with such arguments. Nothing is known of variables
// that may change, except of fields between an assignment and a test (memory.go). Nor is anything known
// of results, except those of small functions that call nothing.
package guard

import (
	"go/constant"
	"go/types"
)

// A Value is the knowledge of a value. The zero Value has none.
type Value struct {
	val    constant.Value // of a string or bool, or of the value in an interface
	num    *number        // of a whole number
	is     types.Type     // the dynamic type of an interface
	isNil  bool
	nonnil bool
	length *Value
	fields []Value // of a struct, or of the variable that a pointer leads to
}

// Known reports whether anything is known.
func (v Value) Known() bool {
	return v.val != nil || v.num != nil || v.is != nil || v.isNil || v.nonnil || v.length != nil || v.fields != nil
}

// Field is the knowledge of a field of a struct, by its number.
func (v Value) Field(i int) Value {
	if i >= len(v.fields) {
		return Value{}
	}
	return v.fields[i]
}

// A Kind says what a Test asks.
type Kind uint8

// The kinds of tests.
const (
	True    Kind = iota // is it true
	Nil                 // is it nil
	Equal               // does it equal Const
	Greater             // is it greater than Const
	Bits                // is one of the bits of Const set
	Is                  // has what is in the interface the type
)

// A Test is a question about a value.
type Test struct {
	Kind  Kind
	Const constant.Value
	Type  types.Type
}

// Ask decides a test. Known is false where it may come out either way.
func (v Value) Ask(t Test) (yes, known bool) {
	switch t.Kind {
	case True:
		if v.val != nil && v.is == nil && v.val.Kind() == constant.Bool {
			return constant.BoolVal(v.val), true
		}
	case Nil:
		return v.isNil, v.isNil || v.nonnil
	case Is:
		return v.hasType(t.Type)
	default:
		if k, ok := whole(t.Const); ok && v.num != nil {
			return v.num.ask(t.Kind, k)
		}
		if t.Kind == Equal && v.val != nil && v.is == nil && v.val.Kind() == t.Const.Kind() {
			return constant.Compare(v.val, eql, t.Const), true
		}
	}
	return false, false
}

func (n number) ask(kind Kind, k int64) (yes, known bool) {
	switch kind {
	case Equal:
		return n.equals(k)
	case Greater:
		return n.greater(k)
	}
	return n.has(uint64(k))
}

// hasType decides a type assertion.
func (v Value) hasType(to types.Type) (yes, known bool) {
	switch {
	case v.isNil:
		return false, true
	case v.is == nil:
		return false, false
	case types.IsInterface(to):
		return types.Implements(v.is, to.Underlying().(*types.Interface)), true
	}
	return types.Identical(v.is, to), true
}

// Assume adds the outcome of a test to the knowledge of a value.
func (v Value) Assume(t Test, yes bool) Value {
	if _, known := v.Ask(t); known {
		return v
	}
	switch t.Kind {
	case True:
		v.val = constant.MakeBool(yes)
	case Nil:
		if v.isNil, v.nonnil = yes, !yes; yes {
			v.length = ofNumber(exactly(0))
		}
	case Is:
		if v.nonnil = v.nonnil || yes; yes && !types.IsInterface(t.Type) {
			v.is = t.Type
		}
	default:
		if k, ok := whole(t.Const); ok {
			return v.assumeNumber(t.Kind, k, yes)
		}
		if t.Kind == Equal && yes {
			return ofConstant(t.Const)
		}
	}
	return v
}

func (v Value) assumeNumber(kind Kind, k int64, yes bool) Value {
	n := anyNumber()
	if v.num != nil {
		n = *v.num
	}
	switch {
	case kind == Equal && yes:
		n = exactly(k)
	case kind == Equal:
		n = n.except(k)
	case kind == Greater && yes:
		n = n.within(k+1, n.hi)
	case kind == Greater:
		n = n.within(n.lo, k)
	case yes:
		n = n.with(uint64(k))
	default:
		n = n.without(uint64(k))
	}
	v.num = &n
	return v
}

// or is the join of two values: the value is one of them.
func (v Value) or(o Value) Value {
	both := Value{isNil: v.isNil && o.isNil, nonnil: v.nonnil && o.nonnil}
	if v.val != nil && o.val != nil && v.val.Kind() == o.val.Kind() && constant.Compare(v.val, eql, o.val) {
		both.val = v.val
	}
	if v.num != nil && o.num != nil {
		n := v.num.or(*o.num)
		both.num = &n
	}
	if v.is != nil && o.is != nil && types.Identical(v.is, o.is) {
		both.is = v.is
	} else if v.is != nil || o.is != nil {
		both.val, both.num = nil, nil
	}
	if v.length != nil && o.length != nil {
		length := v.length.or(*o.length)
		both.length = &length
	}
	return both
}

func ofNumber(n number) *Value { return &Value{num: &n} }

// ofConstant is a constant that is not nil.
func ofConstant(k constant.Value) Value {
	if n, ok := whole(k); ok {
		return *ofNumber(exactly(n))
	}
	v := Value{val: k}
	if k.Kind() == constant.String {
		v.length = ofNumber(exactly(int64(len(constant.StringVal(k)))))
	}
	return v
}

// whole is a constant as a number. Unsigned constants above the largest int64 are left out.
func whole(k constant.Value) (n int64, ok bool) {
	if k == nil || k.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(k)
}
