package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// otherSide says what a goroutine would do on the side of a gate that it did not
// take: the operation, if that is where it stands, and the operations on
// the locks. Where one side leaves the function it releases the same locks as
// the recorded one; a lock that the recorded side keeps makes the gate
// fixed to its recorded side.
func (b *builder) otherSide(m *pendingOperation, r *guardedRegion) {
	released, kept := lockChanges(r.held, m.held)
	if len(kept) > 0 || len(released) > 0 && !r.site.Leaves {
		r.stmt.fixed = true
		return
	}
	unlocks := b.unlocks(r, released)
	if r.value {
		r.stmt.Else = unlocks
		return
	}
	op := b.decided(r)
	switch {
	case r.site.Unlocks && len(unlocks) == 0:
		r.stmt.fixed = true // which lock it releases is not known
	case op == nil:
		r.stmt.fixed = len(unlocks) > 0
	case r.site.Unlocks:
		r.stmt.Then = append(unlocks, op)
	default:
		r.stmt.Then = append([]*Stmt{op}, unlocks...)
	}
}

// lockChanges compares the locks that a goroutine held at two times.
func lockChanges(before, after []holding) (released, taken []int) {
	for _, h := range after {
		taken = append(taken, h.lock)
	}
	for _, h := range before {
		if i := slices.Index(taken, h.lock); i >= 0 {
			taken = slices.Delete(taken, i, i+1)
		} else {
			released = append(released, h.lock)
		}
	}
	return released, taken
}

func (b *builder) unlocks(r *guardedRegion, locks []int) (list []*Stmt) {
	for _, h := range locks {
		s := &Stmt{Op: Unlock, Obj: h, Assumed: true, Source: Source{Seq: r.stmt.Source.Seq, Label: r.stmt.Source.Label}}
		if h < 0 {
			s.Op, s.Obj = RUnlock, ^h
		}
		list = append(list, s)
	}
	return list
}

// decided is the operation that a gate kept from happening, or nil where it is
// not known enough: an Add says nothing without the go statement after it.
func (b *builder) decided(r *guardedRegion) *Stmt {
	at, ok := b.table.Site(r.site.OpID)
	if r.cond < 0 || !ok {
		return nil
	}
	s := &Stmt{Obj: r.cond, Lock2: -1, Assumed: true, Source: Source{Site: SiteHash(r.site.OpID), Label: at.label(), Seq: r.stmt.Source.Seq}}
	switch r.site.Op {
	case "send":
		s.Op = Send
	case "recv":
		s.Op = Recv
	case "close":
		s.Op = Close
	case "done":
		s.Op, s.Arg = Add, -1
	case "wgwait":
		s.Op = WGWait
	default:
		return nil
	}
	return s
}

// load keeps an order that a gate takes by reading an atomic variable: it is one
// only where the gate is taken as it happened.
func (b *builder) load(m *pendingOperation, e trace.Event) {
	g := trace.G(e.Obj)
	if g == e.G || g == 0 {
		return
	}
	b.maker(g)
	m.loads = append(m.loads, &Stmt{Op: Order, Obj: b.threads[g], Arg: int64(e.Arg), Source: Source{Seq: e.Seq}})
}

// findWriters notes which threads write each variable.
func (b *builder) findWriters() {
	b.writers = make([][]int, len(b.program.Vars))
	for t, th := range b.program.Threads {
		walk(th.Body, func(s *Stmt) {
			if s.writes() && !slices.Contains(b.writers[s.Obj], t) {
				b.writers[s.Obj] = append(b.writers[s.Obj], t)
			}
		})
	}
}

// idle reports whether no other goroutine decides a gate of the thread that is being
// settled: it goes the same way in every order.
func (b *builder) idle(s *Stmt) bool {
	for _, v := range s.renames {
		if slices.ContainsFunc(b.writers[v.index], func(t int) bool { return t != b.settling }) {
			return false
		}
	}
	return true
}
