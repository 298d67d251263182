package lockheld

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Receivers can leave a sender alone with a lock that they do not need. Where each of them also waits for a channel to be
// closed, and returns then, no receiver may be left:
//
//	q.mu.Lock(); q.get <- item; q.mu.Unlock()      // holds the lock for ever
//	select { case item = <-q.get: case <-q.done: } // returns when q.done is closed
//
// A goroutine that closes that channel with the lock held waits until the item has been received. A goroutine that has
// had the lock before may have told the senders. A close after the end of all senders does not leave them.

// left reports a send with a lock held to goroutines that may all have returned by then, when a channel
// was closed without that lock.
func left(r *lockfacts.Reporter, w *lockfacts.Communication, who []*lockfacts.Communication) {
	if w.Op != trace.OpSend || w.Escapes || len(who) == 0 {
		return
	}
	closers := leaversOf(r, w, who)
	if len(closers) == 0 {
		return
	}
	for _, h := range w.Held {
		node := h.Lock.Node()
		if node == "" || node == condsLock || isForeign(r, w, h) || slices.ContainsFunc(closers, func(c *lockfacts.Communication) bool {
			return c.Func == w.Func || holds(c, node) || h.Waits(c.Before, w, c) || waitsFirst(r, c)
		}) {
			continue
		}
		a, c, class := who[0], closers[0], lockfacts.ShortClass(h.Lock.Class())
		r.Report(lockfacts.Finding{
			Check: checks.LockHeld, Pos: w.Position(),
			Message: fmt.Sprintf("%s waits %s holding %s since %s, but the receiver (%s) may have returned, since %s closes another channel that it waits for without that lock",
				lockfacts.Chain(w.Via, w.Site), wording.Waits(w.Op.String(), lockfacts.ShortClass(w.Node)), class, lockfacts.Chain(h.Via, h.Site), lockfacts.Chain(a.Via, a.Site), lockfacts.Chain(c.Via, c.Site)),
			FormerKeys: []lockgraph.EdgeKey{{Func: w.Site.Func, Class: w.Node}, {Func: c.Site.Func, Class: c.Node}},
			Sides: []lockfacts.Side{
				{Steps: []lockfacts.Step{{Op: "lock", Class: h.Lock.Class(), Site: h.Site, Via: h.Via}, {Op: w.Op.String(), Class: w.Node, Site: w.Site, Via: w.Via}}},
				{Steps: []lockfacts.Step{{Op: c.Op.String(), Class: c.Node, Site: c.Site, Via: c.Via}}},
			},
		}, []lockgraph.EdgeKey{{Func: w.Site.Func, Class: w.Node}})
		return
	}
}

// waitsFirst reports whether who closes a channel has waited for a WaitGroup before, which may count those
// who send.
func waitsFirst(r *lockfacts.Reporter, c *lockfacts.Communication) bool {
	return slices.ContainsFunc(r.Facts.Blocks, func(b *lockfacts.Communication) bool {
		return b.Op == trace.OpWGWait && b.Func == c.Func && b.Position() < c.Position()
	})
}

// leaversOf returns the closes of the channels by which all who receive what is sent may leave instead, or
// nothing when one of them may not.
func leaversOf(r *lockfacts.Reporter, w *lockfacts.Communication, who []*lockfacts.Communication) []*lockfacts.Communication {
	var all []*lockfacts.Communication
	for _, a := range who {
		f := r.Facts.Func(a.Site.Func)
		if f == nil || a.Func == w.Func {
			return nil
		}
		sel, ok := instruction(f.Fn, a).(*ssa.Select)
		if !ok || !sel.Blocking {
			return nil
		}
		closers := endsOf(r, f, sel, w.Node)
		if len(closers) == 0 {
			return nil
		}
		all = append(all, closers...)
	}
	return all
}

// endsOf returns the closes of the channels on which a select waits besides one, and does not come back after it
// has received from them. Nothing is sent there.
func endsOf(r *lockfacts.Reporter, f *lockfacts.Func, sel *ssa.Select, but string) []*lockfacts.Communication {
	var list []*lockfacts.Communication
	frame, cases := r.Facts.Frame(f.Fn), lockfacts.Cases(sel)
	for i, st := range sel.States {
		first, node := cases[i], frame.AccessPath(st.Chan).Node()
		if first == nil || st.Dir != types.RecvOnly || node == "" || node == but || first == sel.Block() || syncop.Reaches(first, sel.Block()) {
			continue
		}
		on := r.Facts.On(node)
		if slices.ContainsFunc(on, func(b *lockfacts.Communication) bool { return b.Op == trace.OpSend }) {
			continue
		}
		for _, b := range on {
			if b.Op == trace.OpClose {
				list = append(list, b)
			}
		}
	}
	return list
}
