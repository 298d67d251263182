package lockgraph

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// An order is what is known to have happened before a point of the run, in two
// relations. hard holds in every run that gets there: the order within a
// goroutine, go, and WaitGroup.Wait after the Done it needs (package init is
// within the main goroutine). soft adds what this run read from others:
// channels, Cond, Once, failed TryLocks, OpRelease and OpAcquire. soft is the
// relation ≤TRF of the sync-preserving closure. Locks order nothing.
type order struct{ hard, soft clock }

func (o order) join(p order) order {
	hard := o.hard.join(p.hard)
	if o.hard == o.soft && p.hard == p.soft {
		return order{hard, hard}
	}
	return order{hard, o.soft.join(p.soft)}
}

func (o order) with(s slot, seq uint64) order {
	hard := o.hard.with(s, seq)
	if o.hard == o.soft {
		return order{hard, hard}
	}
	return order{hard, o.soft.with(s, seq)}
}

// flat returns the same order in a form that start shares.
func (o order) flat() order {
	hard := o.hard.flat()
	if o.hard == o.soft {
		return order{hard, hard}
	}
	return order{hard, o.soft.flat()}
}

// A message is a point of a goroutine that orders later events of others.
type message struct {
	past  order
	slot  slot
	seq   uint64
	since uint64 // Seq of the event at which past became what it is
}

// at is the point of g at seq, an event of g since its past last changed.
func (g *goroutine) at(seq uint64) message { return message{g.past, g.slot, seq, g.since} }

// message is the present point of g, its last event included.
func (g *goroutine) message() message { return g.at(g.last) }

// into returns the least clock that includes c and the message, in soft order.
// Whoever knows an event of a goroutine knows all that was before it: that
// saves most joins.
func (m message) into(c clock) clock {
	if !m.known(c.trie) {
		c = c.join(m.past.soft)
	}
	return c.with(m.slot, m.seq)
}

// known reports whether c includes what was before the message in soft order.
func (m message) known(c trie) bool {
	known := c.get(m.slot)
	return known >= m.since && known > 0
}

// A pool is a set of messages that are received together. They are joined when
// somebody reads them, the one that learned something last first: it often
// knows what the others do, as the last of many workers on one queue.
type pool struct {
	past     order
	todo     []message
	softOnly bool
}

const poolBatch = 4096

func (p *pool) add(m message) {
	if n := len(p.todo); n > 0 && p.todo[n-1].slot == m.slot {
		p.todo[n-1] = m
		return
	}
	if len(p.todo) >= poolBatch {
		p.read()
	}
	p.todo = append(p.todo, m)
}

// read returns what was before any of the messages, and they themselves.
func (p *pool) read() order {
	switch {
	case len(p.todo) == 0:
		return p.past
	case len(p.todo) == 1:
		m := p.todo[0]
		p.past.soft = m.into(p.past.soft)
		if !p.softOnly {
			p.past.hard = p.past.hard.join(m.past.hard).with(m.slot, m.seq)
		}
	default:
		slices.SortFunc(p.todo, func(a, b message) int { return cmp.Compare(b.since, a.since) })
		p.past.soft = gather(p.past.soft, p.todo, true)
		if !p.softOnly {
			p.past.hard = gather(p.past.hard, p.todo, false)
		}
	}
	clear(p.todo)
	p.todo = p.todo[:0]
	return p.past
}

// gather joins many messages into a clock: their tries one by one, the single
// entries all at once.
func gather(c clock, todo []message, soft bool) clock {
	single := []entry{{c.slot, c.seq}}
	for _, m := range todo {
		past := m.past.hard
		if soft {
			past = m.past.soft
		}
		if !soft || !m.known(c.trie) {
			c.trie = join(c.trie, past.trie, nil)
			single = append(single, entry{past.slot, past.seq})
		}
		single = append(single, entry{m.slot, m.seq})
	}
	return clock{trie: join(c.trie, trieOf(single), nil)}
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
		b.receivePool(g, e)
	case trace.OpOnceDone:
		if e.Has(trace.FlagFirst) {
			b.publish(g, e)
		} else {
			b.receivePool(g, e)
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
	g.past = g.past.flat()
	child.past = child.past.join(g.past).with(g.slot, e.Seq)
	child.since = e.Seq
	child.note()
	b.because(because(e, e.Stack(), place(child.slot), place(g.slot)), true)
}

// A group is a WaitGroup: what happened before the Adds and before the Dones.
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
		w.adds.add(g.at(e.Seq))
		return
	}
	if w.several || g.past.soft.get(w.first.slot) < w.first.seq {
		b.receiveSoft(g, w.adds.read().soft, e)
	}
	w.dones.add(g.at(e.Seq))
	b.because(because(e, 0, objectPlace(e.Obj), place(g.slot)), true)
}

// wgDone is the return of Wait. It is hard order when all Adds that were seen
// happened (hard) before it: then no other run gets past this Wait without
// their Dones. Otherwise the Wait of another run may find the counter at zero.
func (b *Builder) wgDone(g *goroutine, e trace.Event) {
	w := b.group(e.Obj)
	known := g.past.hard.with(g.slot, e.Seq)
	adds, dones := w.adds.read(), w.dones.read()
	hard := known.join(adds.hard) == known
	if hard {
		g.past = g.past.join(dones)
		g.since = e.Seq
	} else {
		b.receiveSoft(g, dones.soft, e)
	}
	b.because(because(e, g.begun.Stack(), place(g.slot), objectPlace(e.Obj)), hard)
}

// receiveSoft enters past before the next event of g, in the soft order.
// It reports whether that was news.
func (b *Builder) receiveSoft(g *goroutine, past clock, e trace.Event) bool {
	if b.rel.opt.faults.noReads {
		return false
	}
	before := g.past.soft
	g.past.soft = before.join(past)
	if g.past.soft == before {
		return false
	}
	g.since = e.Seq
	return true
}

// receive enters a message before the next event of g, in the soft order.
func (b *Builder) receive(g *goroutine, m message, e trace.Event, stack trace.StackID) {
	if m.slot == g.slot || g.past.soft.get(m.slot) >= m.seq || b.rel.opt.faults.noReads {
		return
	}
	g.past.soft = m.into(g.past.soft)
	g.since = e.Seq
	why := because(e, stack, place(g.slot), place(m.slot))
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

// publish is an event on Obj which later receivePools come after.
func (b *Builder) publish(g *goroutine, e trace.Event) {
	b.pool(e.Obj).add(g.at(e.Seq))
	b.because(because(e, e.Stack(), objectPlace(e.Obj), place(g.slot)), false)
}

// receivePool is an event on Obj which comes after all earlier publishes. Of
// a Cond it would need only the signal that woke it: more order is safe here.
func (b *Builder) receivePool(g *goroutine, e trace.Event) {
	if b.receiveSoft(g, b.pool(e.Obj).read().soft, e) {
		b.because(because(e, g.begun.Stack(), place(g.slot), objectPlace(e.Obj)), false)
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
				b.receive(g, message{order{soft: h.past}, by.slot, h.section.acquired, h.since}, e, e.Stack())
				return
			}
		}
	}
}
