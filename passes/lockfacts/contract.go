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
// What its methods do on the way is its own business. To those who use it they keep the promise of their names: one mutex in
// it is locked when Lock returns, and is not when Unlock does.

// contract is the promise of a method of a lock type of a module that is summarised only, or nil. It is that of a method
// without parameters and results of a type that has Lock and Unlock, and one mutex, or lock of such a type, in it.
func (w *walker) contract() *Summary {
	op, ok := syncop.InterfaceOp(w.fn.Name())
	if !w.pkg.summarised || !ok || op.Try || !isLockMethod(w.fn) {
		return nil
	}
	mutex, at := w.mutexInside()
	if mutex == nil {
		return nil
	}
	lock, site := w.frame.Place(mutex), w.site(at)
	read := op.Op == trace.OpRLock || op.Op == trace.OpRUnlock
	if op.Op == trace.OpUnlock || op.Op == trace.OpRUnlock {
		return &Summary{Outcomes: []Outcome{{Freed: []Freed{{Lock: lock, Read: read}}}}}
	}
	return &Summary{
		Events:   []Event{{Op: op.Op, Obj: lock, Read: read, Site: site}},
		Outcomes: []Outcome{{Net: []Held{{Lock: lock, Read: read, Site: site}}}},
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

// mutexInside is the address of the only lock that the receiver of a method has, where the method uses it, or nil.
func (w *walker) mutexInside() (mutex *ssa.FieldAddr, at ssa.Instruction) {
	st, ok := syncop.Elem(w.fn.Params[0].Type()).Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	only := -1
	for i := range st.NumFields() {
		if isLockType(st.Field(i).Type()) {
			if only >= 0 {
				return nil, nil
			}
			only = i
		}
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if fa, ok := in.(*ssa.FieldAddr); ok && fa.X == w.fn.Params[0] && fa.Field == only {
				return fa, fa
			}
		}
	}
	return nil, nil
}
