package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A function that takes a lock may return an object that releases it:
//
//	s.read.tx = db.Begin(false) // until s.read.tx.Rollback()
//
// Once the object is in a field that other goroutines reach, any of them may release the lock. It need not wait for the
// goroutine that took it, so the lock does not count as held any more. A lock that the function unlocks by itself
// has nothing to do with the object.

// lodges reports whether an instruction puts a result of a call where others find it.
func lodges(st *ssa.Store) bool {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || callOf(st.Val) == nil {
		return false
	}
	for {
		outer, inside := fa.X.(*ssa.FieldAddr)
		if !inside {
			return !isMadeHere(fa.X)
		}
		fa = outer
	}
}

// callOf returns the call of which a value is a result that may have methods, or nil.
func callOf(v ssa.Value) *ssa.Call {
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return nil
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}

// lodge lets go of the locks that a call has returned together with a value.
func (w *walker) lodge(s *state, v ssa.Value) {
	call := callOf(v)
	for i := len(s.held) - 1; i >= 0 && i < len(s.held); i-- {
		if h := s.held[i]; h.from == call && w.unlocks[h.Lock.String()] == 0 {
			w.drop(s, h.Lock, h.Read)
		}
	}
}
