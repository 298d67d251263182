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
	lock := frame.Place(st.Val).Node()
	for _, node := range keptIn(frame, fa.X) {
		r.conds[node] = lock
	}
}
