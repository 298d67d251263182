package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A lock type of another module may do more than lock, such as watch for deadlocks or measure how long it is waited for:
//
//	type Mutex struct { mu sync.Mutex }
//	func (m *Mutex) Lock()   { watched(m.mu.Lock, m) }
//	func (m *Mutex) Unlock() { m.mu.Unlock(); forget(m) }
//
// The inner steps of its methods do not matter to users. The methods keep the promise of their names: one mutex in it is
// locked when Lock returns, and is not when Unlock does.

// contract is the promise of a method of a lock type of a module that is summarised only, or nil. It is that of a method
// without parameters and results of a type that has Lock and Unlock, and one mutex, or lock of such a type, in it, which both that method and
// the opposite one use: a mutex that only one of them uses is there for something else.
func (w *walker) contract() *Summary {
	op, ok := syncop.InterfaceOp(w.fn.Name())
	if !w.pkg.summarised || !ok || op.Try || !isLockMethod(w.fn) {
		return nil
	}
	only := onlyLock(w.fn)
	mutex := fieldUsed(w.fn, only)
	if mutex == nil || fieldUsed(w.opposite(), only) == nil {
		return nil
	}
	lock, site := w.frame.AccessPath(mutex), w.site(mutex)
	read := op.Op == trace.OpRLock || op.Op == trace.OpRUnlock
	if op.Op == trace.OpUnlock || op.Op == trace.OpRUnlock {
		return &Summary{Outcomes: []Outcome{{Released: []Released{{Lock: lock, Read: read}}}}}
	}
	return &Summary{
		Events:   []Event{{Op: op.Op, Obj: lock, Read: read, Site: site}},
		Outcomes: []Outcome{{Net: []HeldLock{{Lock: lock, Read: read, Site: site}}}},
	}
}

// isLockMethod reports whether a function is a method without parameters and results of a type that has Lock and Unlock.
func isLockMethod(fn *ssa.Function) bool {
	sig := fn.Signature
	return sig.Recv() != nil && sig.Params().Len() == 0 && sig.Results().Len() == 0 && isLockType(syncop.Elem(sig.Recv().Type()))
}

func isLockType(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && syncop.IsLockType(named)
}

// opposites are the methods that undo each other.
var opposites = map[string]string{"Lock": "Unlock", "Unlock": "Lock", "RLock": "RUnlock", "RUnlock": "RLock"}

// opposite is the method of the receiver that undoes what this one does, or nil.
func (w *walker) opposite() *ssa.Function {
	named := types.Unalias(syncop.Elem(w.fn.Signature.Recv().Type())).(*types.Named)
	for i := range named.NumMethods() {
		if m := named.Method(i).Origin(); m.Name() == opposites[w.fn.Name()] {
			return w.pkg.byObject[m]
		}
	}
	return nil
}

// onlyLock is the index of the only field of the receiver of a method that is a lock, or -1.
func onlyLock(fn *ssa.Function) int {
	only := -1
	st, ok := syncop.Elem(fn.Params[0].Type()).Underlying().(*types.Struct)
	if !ok {
		return -1
	}
	for i := range st.NumFields() {
		switch {
		case !isLockType(st.Field(i).Type()):
		case only >= 0:
			return -1
		default:
			only = i
		}
	}
	return only
}

// fieldUsed is the address of a field of the receiver that a method computes, or nil.
func fieldUsed(fn *ssa.Function, field int) *ssa.FieldAddr {
	if fn == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if fa, ok := in.(*ssa.FieldAddr); ok && fa.X == fn.Params[0] && fa.Field == field {
				return fa
			}
		}
	}
	return nil
}
