package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// The address of an object may be passed on as a number, mostly to code in another language that passes it to a callback:
//
//	n := (*note)(unsafe.Pointer(addr))
//	n.fired.Lock()
//	lib.OnUnlock(callback, addr) // calls n.fired.Unlock() at some time
//	n.fired.Lock()
//
// No analysis follows the number. So after the call nothing is claimed to be held of the locks in the object.

// addressed are the objects of a function whose addresses a call is given as numbers.
func addressed(fn *ssa.Function, frame *syncop.Frame, call *ssa.CallCommon) (list []syncop.AccessPath) {
	if callsNothing(call) {
		return nil
	}
	for _, arg := range call.Args {
		if isAddress(arg.Type()) {
			list = append(list, objectsAt(fn, frame, converted(arg))...)
		}
	}
	return list
}

// callsNothing reports whether a call is of a builtin or of package sync/atomic: these call no function in turn.
func callsNothing(call *ssa.CallCommon) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return true
	}
	fn := call.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "sync/atomic"
}

// isAddress reports whether a type has addresses as numbers.
func isAddress(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Uintptr || b.Kind() == types.UnsafePointer)
}

// converted is the value that a conversion of addresses and numbers begins with.
func converted(v ssa.Value) ssa.Value {
	for {
		c, ok := v.(*ssa.Convert)
		if !ok {
			return v
		}
		v = c.X
	}
}

// objectsAt are the objects of the function at an address: that of a pointer, and those of pointers made of it.
func objectsAt(fn *ssa.Function, frame *syncop.Frame, addr ssa.Value) (list []syncop.AccessPath) {
	if _, ok := addr.Type().Underlying().(*types.Pointer); ok {
		list = append(list, frame.AccessPath(addr))
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Convert); ok && !isAddress(c.Type()) && converted(c) == addr {
				list = append(list, frame.AccessPath(c))
			}
		}
	}
	return list
}
