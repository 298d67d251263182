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
	r.condOf(frame, fa.X, st.Val)
}

// condOf records the lock that a Cond is given.
func (r *Result) condOf(frame *syncop.Frame, cond, lock ssa.Value) {
	names := lockersIn(frame, lock)
	for _, node := range storedIn(frame, cond) {
		r.conds[node] = names
	}
}

// lockersIn returns the names of the lock that a Cond is given. A new lock that is put into a
// field as well (l := new(sync.Mutex); &T{lock: l, cond: sync.NewCond(l)}) goes by the name of
// that one, also where the field has the type of an interface.
func lockersIn(frame *syncop.Frame, v ssa.Value) []string {
	names := []string{lockerIn(frame, v).Node()}
	x, ok := v.(*ssa.MakeInterface)
	if !ok {
		return append(names, storedIn(frame, v)[1:]...)
	}
	return append(append(names, storedIn(frame, x)[1:]...), storedAs(frame, x.X)...)
}

// storedAs returns the nodes of the variables and fields that a new object is stored in, as it is or as an interface.
func storedAs(frame *syncop.Frame, v ssa.Value) []string {
	nodes := storedIn(frame, v)[1:]
	if v.Referrers() == nil {
		return nodes
	}
	for _, ref := range *v.Referrers() {
		if x, ok := ref.(*ssa.MakeInterface); ok {
			nodes = append(nodes, storedIn(frame, x)[1:]...)
		}
	}
	return nodes
}

// lockerIn is the lock that a Cond is given: an object whose methods are those of a lock in it, by embedding
// (sync.NewCond(c), where c has a Mutex), stands for that one.
func lockerIn(frame *syncop.Frame, v ssa.Value) syncop.AccessPath {
	x, ok := v.(*ssa.MakeInterface)
	if !ok {
		return frame.AccessPath(v)
	}
	t := x.X.Type()
	if sel := types.NewMethodSet(t).Lookup(nil, "Lock"); sel != nil && len(sel.Index()) > 1 {
		return promoted(frame.AccessPath(x.X), t, sel.Index())
	}
	return frame.AccessPath(v)
}

// storedIn returns the nodes of a new object: its own and those of the variables
// and fields it is stored in.
func storedIn(frame *syncop.Frame, v ssa.Value) []string {
	nodes := []string{frame.AccessPath(v).Node()}
	if v.Referrers() == nil {
		return nodes
	}
	for _, ref := range *v.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Val == v {
			nodes = append(nodes, frame.AccessPath(s.Addr).Node())
		}
		if c, ok := ref.(*ssa.ChangeType); ok { // to a channel of one direction
			nodes = append(nodes, storedIn(frame, c)...)
		}
	}
	return nodes
}
