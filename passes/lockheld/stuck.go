package lockheld

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// No goroutine can end a select without cases. A lock that is held there is held as long as the program runs, also where
// a deferred call would release it:
//
//	s.mu.Lock(); defer s.mu.Unlock(); s.export(); select {} // in one goroutine
//	s.mu.RLock()                                            // in another one: for ever
//
// Where no other goroutine takes the lock it may be there to keep the function from being entered again.

// stuck reports a lock that is held in a select without cases and that another function takes.
func stuck(r *lockfacts.Reporter, w *lockfacts.Communication) {
	for _, h := range w.Held {
		if h.Lock.Node() == "" || h.Lock.Node() == condsLock || h.IsSignal() || isForeign(r, w, h) {
			continue
		}
		other := takes(r, w, h)
		if other == nil {
			continue
		}
		class := lockfacts.ShortClass(h.Lock.Class())
		r.Report(lockfacts.Finding{
			Check: checks.LockHeld, Pos: w.Position(),
			Message: fmt.Sprintf("%s waits for ever (select without cases) holding %s since %s, and so does each goroutine that takes that lock (%s)",
				lockfacts.Chain(w.Via, w.Site), class, lockfacts.Chain(h.Via, h.Site), lockfacts.Chain(nil, other.Site)),
			FormerKeys: []lockgraph.EdgeKey{{Func: w.Site.Func, Class: w.Node}, {Func: other.Site.Func, Class: h.Lock.Class()}},
			Sides: []lockfacts.Side{
				{Steps: []lockfacts.Step{{Op: "lock", Class: h.Lock.Class(), Site: h.Site, Via: h.Via}, {Op: w.Op.String(), Class: w.Node, Site: w.Site, Via: w.Via}}},
				{Steps: []lockfacts.Step{{Op: "lock", Class: h.Lock.Class(), Site: other.Site}}},
			},
		}, []lockgraph.EdgeKey{{Func: w.Site.Func, Class: w.Node}})
		return
	}
}

// takes returns where another function takes a lock, which may happen meanwhile.
func takes(r *lockfacts.Reporter, w *lockfacts.Communication, h lockfacts.HeldLock) *lockfacts.Event {
	for _, f := range r.Facts.Funcs {
		if f.Name == w.Func || f.Name == w.Site.Func || f.Name == h.Site.Func || !lockfacts.Parallel(f.Contexts, w.Contexts) {
			continue
		}
		for i := range f.Events {
			ev := &f.Events[i]
			if ev.IsAcquire() && len(ev.Via) == 0 && !(h.Read && ev.Read) && ev.Obj.Node() == h.Lock.Node() {
				return ev
			}
		}
	}
	return nil
}
