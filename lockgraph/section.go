package lockgraph

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A section is a critical section: from the acquire of a lock by a goroutine
// to the release, which a hand-off leaves to another goroutine. A shared lock
// that is acquired again is one section, until the last release.
type section struct {
	acquired uint64 // Seq
	released uint64 // Seq, 0 when the run ended first
	past     clock  // soft, of the release
	slot     slot
	releaser slot
	lock     uint32
	mode     Mode
	given    bool   // to a goroutine that goes on with it: see HandOver
	others   uint16 // slots in use before, for a lock with a capacity
}

// An arena is a list that grows in place: nothing is copied or moved.
type arena[T any] struct{ chunks [][]T }

const arenaChunk = 4096

func (a *arena[T]) add(v T) *T {
	n := len(a.chunks)
	if n == 0 || len(a.chunks[n-1]) == arenaChunk {
		a.chunks = append(a.chunks, make([]T, 0, arenaChunk))
		n++
	}
	c := append(a.chunks[n-1], v)
	a.chunks[n-1] = c
	return &c[len(c)-1]
}

func (a *arena[T]) at(i int) *T { return &a.chunks[i/arenaChunk][i%arenaChunk] }

func (a *arena[T]) len() int {
	if len(a.chunks) == 0 {
		return 0
	}
	return (len(a.chunks)-1)*arenaChunk + len(a.chunks[len(a.chunks)-1])
}

func modeOf(op trace.Op) Mode {
	if op == trace.OpRLock || op == trace.OpRUnlock || op == trace.OpRRequest {
		return Shared
	}
	return Exclusive
}

// acquire is OpLock or OpRLock: a dependency, and from now on a held lock.
func (b *Builder) acquire(g *goroutine, e trace.Event) {
	l := b.lock(e.Obj, g.slot)
	at := instance{seq: e.Seq, first: e.Seq, past: g.past}
	if g.wants.Op != trace.OpNone && g.wants.Obj == e.Obj {
		at.first = g.wants.Seq
	}
	g.wants = trace.Event{}
	if l.first != g.slot {
		l.shared = true
	}
	if l.holder != nil {
		b.steal(l)
	}
	if b.rel.opt.LockOrder {
		b.afterReleases(g, l, e)
	}
	if !e.Has(trace.FlagTry) && !b.rel.opt.OrderOnly {
		b.depend(g, l, e, at)
	}
	b.hold(g, l, e)
}

// hold enters l into the held set of g.
func (b *Builder) hold(g *goroutine, l *lock, e trace.Event) {
	mode := modeOf(e.Op)
	if i := g.find(l, mode); i >= 0 && l.capacity == 1 {
		g.held[i].count++
		return
	}
	var sh *share
	if mode == Exclusive && l.capacity == 1 {
		l.holder = g
	} else {
		l.sharer, sh = g, l.share(g)
	}
	s := b.newSection(section{acquired: e.Seq, slot: g.slot, lock: l.index, mode: mode, others: l.inUse})
	if l.capacity > 1 {
		l.inUse++
	}
	g.held = append(g.held, held{l, mode, 1, e.Stack(), s, g.past.soft, g.since, sh})
}

func (b *Builder) newSection(s section) *section {
	if b.rel.opt.OrderOnly {
		return &s
	}
	return b.rel.sections.add(s)
}

// steal takes l from a goroutine whose unlock was not recorded before the next
// acquire. The section stays open: nothing that would need its end is feasible.
func (b *Builder) steal(l *lock) {
	b.rel.Stats.Stolen++
	b.drop(l.holder, l.holder.find(l, Exclusive))
}

// find returns the position of the newest entry of l in the held set, or -1.
func (g *goroutine) find(l *lock, mode Mode) int {
	for i := len(g.held) - 1; i >= 0; i-- {
		if g.held[i].lock == l && g.held[i].mode == mode {
			return i
		}
	}
	return -1
}

// release is OpUnlock or OpRUnlock, in any order and by any goroutine.
func (b *Builder) release(g *goroutine, e trace.Event) {
	l, mode := b.lock(e.Obj, g.slot), modeOf(e.Op)
	owner, i := g, g.find(l, mode)
	if i < 0 && e.Has(trace.FlagForeign) {
		owner, i = b.owner(l, mode)
	}
	if i < 0 {
		b.rel.Stats.Strays++
		return
	}
	if owner != g {
		b.rel.Stats.HandOffs++
		l.handedOff, l.shared = true, true
		b.rel.handOver(owner.held[i].stack)
	}
	h := &owner.held[i]
	if h.count--; h.count > 0 {
		return
	}
	if b.rel.opt.LockOrder {
		l.releasedBy(g.at(e.Seq), mode, b.memo)
	}
	h.section.released, h.section.releaser, h.section.past = e.Seq, g.slot, g.past.soft
	b.drop(owner, i)
}

func (r *Relation) handOver(s trace.StackID) {
	if !slices.Contains(r.handed, s) {
		r.handed = append(r.handed, s)
	}
}

// HandedOver returns the stacks with which the locks were acquired that another
// goroutine than their owner released, in order of appearance.
func (r *Relation) HandedOver() []trace.StackID { return r.handed }

// drop takes entry i out of the held set of g.
func (b *Builder) drop(g *goroutine, i int) {
	l := g.held[i].lock
	if l.holder == g {
		l.holder = nil
	}
	if l.capacity > 1 {
		l.inUse--
	}
	if s := g.held[i].share; s != nil {
		s.over = true
	}
	g.held = slices.Delete(g.held, i, i+1)
}

// HandOver says that a goroutine gives its newest hold on a lock to another goroutine,
// which will release it. An example is a go statement after the acquire of a
// semaphore. The call comes after the event that gave the hold. That event must order
// the two goroutines, as OpGo does. The critical section stays one. After HandOver the
// holder is certain, unlike after an unlock by a goroutine that does not hold the lock.
func (b *Builder) HandOver(from, to trace.G, lock uint64) {
	g, l := b.goroutine(from), b.byID[lock]
	i := -1
	if l != nil {
		i = g.find(l, Exclusive)
	}
	if i < 0 {
		b.rel.Stats.Strays++
		return
	}
	h := g.held[i]
	g.held = slices.Delete(g.held, i, i+1)
	h.section.given = true
	heir := b.goroutine(to)
	heir.held = append(heir.held, h)
	if h.share != nil {
		h.share.g = heir
	}
	if l.holder == g {
		l.holder = heir
	}
	l.shared = true
}

// owner finds the goroutine whose hold on l ends when another one releases it:
// the oldest, because Go does not say which.
func (b *Builder) owner(l *lock, mode Mode) (*goroutine, int) {
	if mode == Exclusive && l.capacity == 1 {
		if l.holder == nil {
			return nil, -1
		}
		return l.holder, l.holder.find(l, mode)
	}
	owner := l.oldest()
	if owner == nil {
		return nil, -1
	}
	return owner, owner.oldest(l, mode)
}

// oldest returns the position of the oldest entry of l in the held set, or -1.
func (g *goroutine) oldest(l *lock, mode Mode) int {
	return slices.IndexFunc(g.held, func(h held) bool { return h.lock == l && h.mode == mode })
}
