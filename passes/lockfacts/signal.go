package lockfacts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Who takes a lock, gives away what releases it, and takes it again, waits for that:
//
//	var done sync.Mutex
//	done.Lock()
//	op.reply = func(r Reply) { result = r; done.Unlock() }
//	send(op)
//	done.Lock() // until the reply is there
//
// Such a lock is a signal. It is free when it has been given away; and nobody waits for it when the function
// returns with it, if the function has made it, and does not unlock it itself.

// keepsLiteral reports whether an instruction puts a function literal with captured variables where others find it.
func keepsLiteral(st *ssa.Store) bool {
	if _, local := st.Addr.(*ssa.Alloc); local {
		return false
	}
	if _, ok := st.Val.Type().Underlying().(*types.Signature); !ok {
		return false
	}
	val := st.Val
	if named, ok := val.(*ssa.ChangeType); ok {
		val = named.X
	}
	mc, ok := val.(*ssa.MakeClosure)
	return ok && len(mc.Bindings) > 0
}

// hand notes that somebody else will release a lock.
func (s *state) hand(place string) {
	if !slices.Contains(s.handed, place) {
		s.handed = append(slices.Clip(s.handed), place)
		slices.Sort(s.handed)
	}
}

// isSignal reports whether who takes a lock waits for somebody who was given it to release.
func (w *walker) isSignal(s *state, lock syncop.Place) bool {
	place := lock.String()
	return lock.Known() && lock.Root[0] == 'L' && slices.Contains(s.handed, place) && w.unlocks[place] == 0
}

// IsSignal reports whether the function waited by taking the lock until somebody released it whom it had given it to.
func (h *Held) IsSignal() bool { return h.signal }
