package lockgraph

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// An order has the events that are known to have happened before a point of the run, in
// two relations. hard holds in every run that gets there: the order within a goroutine,
// go, and WaitGroup.Wait after the Done it needs (package init is within the main
// goroutine). soft adds the reads of this run from other goroutines: channels, Cond,
// Once, failed TryLocks, OpRelease and OpAcquire. soft is the relation ≤TRF of the
// sync-preserving closure. Locks order nothing.
type order struct{ hard, soft clock }

func (o order) join(p order, m *memo) order {
	hard := o.hard.join(p.hard, m)
	if o.hard == o.soft && p.hard == p.soft {
		return order{hard, hard}
	}
	return order{hard, o.soft.join(p.soft, m)}
}

func (o order) with(s slot, seq uint64) order {
	hard := o.hard.with(s, seq)
	if o.hard == o.soft {
		return order{hard, hard}
	}
	return order{hard, o.soft.with(s, seq)}
}

// shared returns the same order, of g, in a form that start shares.
func (g *goroutine) shared() order {
	hard := g.past.hard.shared(g.slot, g.hardSince)
	if g.past.hard == g.past.soft {
		return order{hard, hard}
	}
	return order{hard, g.past.soft.shared(g.slot, g.since)}
}

// shared returns c, which goroutine s knows since an event, without an entry
// beside the trie.
func (c clock) shared(s slot, since uint64) clock {
	if c.seq == 0 {
		return c
	}
	return c.flat().sealed(s, since)
}

// learned returns what goroutine s came to know at its event seq.
func (o order) learned(s slot, seq uint64) order {
	hard := o.hard.sealed(s, seq)
	if o.hard == o.soft {
		return order{hard, hard}
	}
	return order{hard, o.soft.sealed(s, seq)}
}

// A message is a point of a goroutine that orders later events of others.
type message struct {
	past      order
	slot      slot
	seq       uint64
	since     uint64 // Seq of the event at which past became what it is
	hardSince uint64 // the same of its hard order
}

// at is the point of g at seq, an event of g since its past last changed.
func (g *goroutine) at(seq uint64) message {
	return message{g.past, g.slot, seq, g.since, g.hardSince}
}

// message is the present point of g, its last event included.
func (g *goroutine) message() message { return g.at(g.last) }

// into returns the least clock that includes c and the message, in soft order.
func (m message) into(c clock, known *memo) clock {
	return c.join(m.past.soft, known).with(m.slot, m.seq)
}

// soft and hard are the knowledge of a goroutine that learns of the message.
func (m message) soft() clock { return m.past.soft.shared(m.slot, m.since).with(m.slot, m.seq) }
func (m message) hard() clock { return m.past.hard.shared(m.slot, m.hardSince).with(m.slot, m.seq) }

// covers reports whether past, an order of m, and the event of m include the
// trie of c, as far as certificates tell.
func (m message) covers(past, c clock) bool {
	return past.coversTrie(c) || c.by == m.slot && c.since > 0 && c.since <= m.seq
}

// A pool is a set of messages that are received together. A reader joins them,
// beginning with the goroutine that learned something last. That goroutine often has
// the knowledge of the others, as the last of many workers on one queue.
type pool struct {
	past     order
	todo     []message
	softOnly bool
}

const poolBatch = 32

func (p *pool) add(m message, known *memo) {
	if n := len(p.todo); n > 0 && p.todo[n-1].slot == m.slot {
		p.todo[n-1] = m
		return
	}
	if len(p.todo) >= poolBatch {
		p.read(known)
	}
	p.todo = append(p.todo, m)
}

// readBy returns what was before any of the messages, and they themselves, to
// goroutine s, which comes to know the soft order at its event seq: that
// certifies it, too.
func (p *pool) readBy(s slot, seq uint64, known *memo) order {
	past := p.read(known)
	p.past.soft = p.past.soft.sealed(s, seq)
	return past
}

// read returns what was before any of the messages, and they themselves.
func (p *pool) read(known *memo) order {
	switch {
	case len(p.todo) == 0:
		return p.past
	case len(p.todo) == 1:
		m := p.todo[0]
		p.past.soft = p.past.soft.join(m.soft(), known)
		if !p.softOnly {
			p.past.hard = p.past.hard.join(m.hard(), known)
		}
	default:
		slices.SortFunc(p.todo, func(a, b message) int { return cmp.Compare(b.since, a.since) })
		p.past.soft = gather(p.past.soft, p.todo, true, known)
		if !p.softOnly {
			p.past.hard = gather(p.past.hard, p.todo, false, known)
		}
	}
	clear(p.todo)
	p.todo = p.todo[:0]
	return p.past
}

// gather joins many messages, the newest knowledge first, into a
// clock: the tries that the first one does not certify one by one, oldest first,
// so that each differs little from the one before, and the single entries all at
// once.
func gather(c clock, todo []message, soft bool, known *memo) clock {
	single := []entry{{c.slot, c.seq}}
	first := todo[0].order(soft)
	for i, m := range slices.Backward(todo) {
		past := m.order(soft)
		switch {
		case c.coversTrie(past) || i > 0 && first.coversTrie(past):
		case m.covers(past, c):
			c.trie, c.by, c.since = past.trie, past.by, past.since
		default:
			c = clock{trie: known.join(c.trie, past.trie)}
		}
		single = append(single, entry{past.slot, past.seq}, entry{m.slot, m.seq})
	}
	return clock{trie: known.join(c.trie, trieOf(single))}
}

// order is the past in one of the two relations.
func (m message) order(soft bool) clock {
	if soft {
		return m.past.soft
	}
	return m.past.hard
}

// order reads an event that is about order rather than about locks.
func (b *Builder) order(g *goroutine, e trace.Event) {
	switch e.Op {
	case trace.OpGo:
		b.start(g, e)
	case trace.OpExit:
		if len(g.held) == 0 {
			b.ended.add(g)
			delete(b.running, g.id)
			b.last = nil
		}
	case trace.OpWGAdd:
		b.wgAdd(g, e)
	case trace.OpWGWait, trace.OpWait:
		g.begun = e
	case trace.OpWGDone:
		b.wgDone(g, e)
	case trace.OpSignal, trace.OpBroadcast, trace.OpRelease:
		b.publish(g, e)
	case trace.OpWake, trace.OpAcquire:
		b.subscribe(g, e)
	case trace.OpOnceDone:
		if e.Has(trace.FlagFirst) {
			b.publish(g, e)
		} else {
			b.subscribe(g, e)
		}
	case trace.OpLoad, trace.OpRead:
		b.readMemory(g, e)
	default:
		b.channelEvent(g, e)
	}
}

// because remembers a cause.
func (b *Builder) because(why cause, hard bool) {
	if b.rel.opt.OrderOnly {
		return
	}
	why.hard = hard
	b.rel.causes.add(why, b.rel.opt.MaxCauses)
}

// start is OpGo.
func (b *Builder) start(g *goroutine, e trace.Event) {
	child := b.goroutine(trace.G(e.Obj))
	b.last = g
	g.past = g.shared()
	child.past = child.past.join(g.past, b.memo).with(g.slot, e.Seq).learned(child.slot, e.Seq)
	child.since, child.hardSince = e.Seq, e.Seq
	child.note()
	b.because(because(e, e.Stack(), goroutineVertex(child.slot), goroutineVertex(g.slot)), true)
}

// A group is a WaitGroup, with the order before its Adds and before its Dones.
type group struct {
	adds, dones pool
	first       message // the first Add
	several     bool    // goroutines called Add
}

func (b *Builder) group(id uint64) *group {
	w := b.groups[id]
	if w == nil {
		w = new(group)
		b.groups[id] = w
	}
	return w
}

// wgAdd is Add or Done. A Done needs the Adds before it: without them the
// counter would be negative. When one goroutine called all Adds, a Done that
// comes after the first (by the go statement between them, usually) is taken to
// come after its own.
func (b *Builder) wgAdd(g *goroutine, e trace.Event) {
	w := b.group(e.Obj)
	if int64(e.Arg) > 0 {
		if w.first.seq == 0 {
			w.first = g.at(e.Seq)
		}
		w.several = w.several || w.first.slot != g.slot
		w.adds.add(g.at(e.Seq), b.memo)
		return
	}
	if w.several || g.past.soft.get(w.first.slot) < w.first.seq {
		b.receivePool(g, &w.adds, e)
	}
	w.dones.add(g.at(e.Seq), b.memo)
	b.because(because(e, 0, objectVertex(e.Obj), goroutineVertex(g.slot)), true)
}

// wgDone is the return of Wait. It is hard order when all Adds that were seen
// happened (hard) before it: then no other run gets past this Wait without
// their Dones. Otherwise the Wait of another run may find the counter at zero.
func (b *Builder) wgDone(g *goroutine, e trace.Event) {
	w := b.group(e.Obj)
	adds, dones := w.adds.read(b.memo), w.dones.readBy(g.slot, e.Seq, b.memo)
	hard := g.past.hard.with(g.slot, e.Seq).includes(adds.hard)
	if hard {
		g.past = g.past.join(dones, b.memo).learned(g.slot, e.Seq)
		g.since, g.hardSince = e.Seq, e.Seq
	} else {
		b.receiveSoft(g, dones.soft, e)
	}
	b.because(because(e, g.begun.Stack(), goroutineVertex(g.slot), objectVertex(e.Obj)), hard)
}

// receiveSoft enters past before the next event of g, in the soft order.
// It reports whether that was news.
func (b *Builder) receiveSoft(g *goroutine, past clock, e trace.Event) bool {
	if b.rel.opt.faults.noReads {
		return false
	}
	before := g.past.soft
	if past.since > 0 && past.by == g.slot {
		g.past.soft = before.with(past.slot, past.seq) // the rest it knew before
	} else {
		g.past.soft = before.join(past, b.memo)
	}
	if g.past.soft.same(before) {
		return false
	}
	g.past.soft = g.past.soft.sealed(g.slot, e.Seq)
	g.since = e.Seq
	return true
}

// receive enters a message before the next event of g, in the soft order.
func (b *Builder) receive(g *goroutine, m message, e trace.Event, stack trace.StackID) {
	if m.slot == g.slot || g.past.soft.get(m.slot) >= m.seq || b.rel.opt.faults.noReads {
		return
	}
	g.past.soft = m.into(g.past.soft, b.memo).sealed(g.slot, e.Seq)
	g.since = e.Seq
	why := because(e, stack, goroutineVertex(g.slot), goroutineVertex(m.slot))
	why.sent = m.seq
	b.because(why, false)
}

func (b *Builder) pool(id uint64) *pool {
	p := b.pools[id]
	if p == nil {
		p = &pool{softOnly: true}
		b.pools[id] = p
	}
	return p
}

// publish is an event on Obj which later subscribes come after.
func (b *Builder) publish(g *goroutine, e trace.Event) {
	b.pool(e.Obj).add(g.at(e.Seq), b.memo)
	b.because(because(e, e.Stack(), objectVertex(e.Obj), goroutineVertex(g.slot)), false)
}

// receivePool enters what is in p before the next event of g, in the soft order.
// It reports whether that was news.
func (b *Builder) receivePool(g *goroutine, p *pool, e trace.Event) bool {
	if b.rel.opt.faults.noReads {
		return false
	}
	return b.receiveSoft(g, p.readBy(g.slot, e.Seq, b.memo).soft, e)
}

// subscribe is an event on Obj which comes after all earlier publishes. Of
// a Cond it would need only the signal that woke it: more order is safe here.
func (b *Builder) subscribe(g *goroutine, e trace.Event) {
	if b.receivePool(g, b.pool(e.Obj), e) {
		b.because(because(e, g.begun.Stack(), goroutineVertex(g.slot), objectVertex(e.Obj)), false)
	}
}

// tryFail is a TryLock that returned false: it read that the lock was held.
func (b *Builder) tryFail(g *goroutine, e trace.Event) {
	l := b.lock(e.Obj, g.slot)
	for _, by := range []*goroutine{l.holder, l.sharer} {
		if by == nil || by == g {
			continue
		}
		for _, h := range by.held {
			if h.lock == l {
				b.receive(g, message{past: order{soft: h.past}, slot: by.slot, seq: h.section.acquired, since: h.since}, e, e.Stack())
				return
			}
		}
	}
}
