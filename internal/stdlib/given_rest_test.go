//go:build rest

package stdlib_test

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A fate is what becomes of a function that another one is given. A later one includes the earlier ones.
type fate int

const (
	unused  fate = iota
	called       // before the other one returns, in its goroutine
	spawned      // in a goroutine of its own
	kept         // stored, returned, or given to what is not known
)

// A follower follows function values through the functions that they are passed to.
type follower struct {
	known map[ssa.Value]fate // of parameters and captured variables; unused while one is looked at
	seen  map[ssa.Value]bool
}

// of is what becomes of a parameter.
func (f *follower) of(p ssa.Value) fate {
	if is, ok := f.known[p]; ok {
		return is
	}
	f.known[p] = unused
	outer := f.seen
	f.seen = map[ssa.Value]bool{}
	is := f.value(p)
	f.seen = outer
	f.known[p] = is
	return is
}

// value is what becomes of a value, of a struct with it, or of a variable that has it.
func (f *follower) value(v ssa.Value) fate {
	if f.seen[v] || v.Referrers() == nil {
		return unused
	}
	f.seen[v] = true
	is := unused
	for _, in := range *v.Referrers() {
		is = max(is, f.use(v, in))
	}
	return is
}

func (f *follower) use(v ssa.Value, in ssa.Instruction) fate {
	switch in := in.(type) {
	case *ssa.Go:
		return spawned
	case ssa.CallInstruction:
		return f.call(v, in.Common())
	case *ssa.Store:
		if in.Addr == v {
			return unused
		}
		return f.stored(in.Addr)
	case *ssa.MakeClosure:
		return f.captured(v, in)
	case *ssa.Phi, *ssa.ChangeType, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Extract:
		return f.value(in.(ssa.Value))
	case *ssa.BinOp, *ssa.If, *ssa.DebugRef:
		return unused
	}
	return kept
}

// call is what becomes of a value that is called, or is an argument.
func (f *follower) call(v ssa.Value, c *ssa.CallCommon) fate {
	is := unused
	if c.Value == v {
		is = called
		if c.IsInvoke() {
			return called
		}
	}
	for i, arg := range c.Args {
		if arg != v {
			continue
		}
		fn := c.StaticCallee()
		if fn == nil {
			return kept
		}
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if len(fn.Blocks) == 0 || i >= len(fn.Params) {
			return kept
		}
		is = max(is, f.of(fn.Params[i]))
	}
	return is
}

// stored is what becomes of what a variable of the function has.
func (f *follower) stored(addr ssa.Value) fate {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return f.value(a)
	case *ssa.FieldAddr:
		if base, ok := a.X.(*ssa.Alloc); ok {
			return f.value(base)
		}
	}
	return kept
}

// captured is what becomes of what a literal captures: as much as of the literal, if the literal calls it.
func (f *follower) captured(v ssa.Value, c *ssa.MakeClosure) fate {
	lit := c.Fn.(*ssa.Function)
	inner := unused
	for i, b := range c.Bindings {
		if b == v {
			inner = max(inner, f.of(lit.FreeVars[i]))
		}
	}
	if inner == unused {
		return unused
	}
	return max(inner, f.value(c))
}

// isFunction reports whether values of a type are functions.
func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// fateOf is what becomes of the functions that a function is given, and whether it is given any.
func (f *follower) fateOf(fn *ssa.Function) (is fate, given bool) {
	params := fn.Params
	if fn.Signature.Recv() != nil {
		params = params[1:]
	}
	for _, p := range params {
		if isFunction(p.Type()) {
			is, given = max(is, f.of(p)), true
		}
	}
	return is, given
}
