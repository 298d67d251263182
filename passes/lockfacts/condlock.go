package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// condLock records the lock of a Cond that is set up without NewCond, as
// sync.Cond{L: &mu} or c.L = &mu.
func (r *Result) condLock(frame *syncop.Frame, st *ssa.Store) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || types.TypeString(syncop.Elem(fa.X.Type()), nil) != "sync.Cond" {
		return
	}
	lock := lockerIn(frame, st.Val).Node()
	for _, node := range keptIn(frame, fa.X) {
		r.conds[node] = lock
	}
}

// lockerIn is the lock that a Cond is given: an object whose methods are those of a lock in it, by embedding
// (sync.NewCond(c), where c has a Mutex), stands for that one.
func lockerIn(frame *syncop.Frame, v ssa.Value) syncop.Place {
	x, ok := v.(*ssa.MakeInterface)
	if !ok {
		return frame.Place(v)
	}
	t := x.X.Type()
	if sel := types.NewMethodSet(t).Lookup(nil, "Lock"); sel != nil && len(sel.Index()) > 1 {
		return promoted(frame.Place(x.X), t, sel.Index())
	}
	return frame.Place(v)
}
