package lockgraph

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A channel is the soft order that its operations make (Go memory model,
// "Channel communication"):
//
//   - the k-th receive comes after the k-th send;
//   - with capacity C the k+C-th send comes after the k-th receive;
//   - without a buffer a send and its receive come after the begin of the other;
//   - a receive from a closed channel comes after the close and all receives;
//   - with a buffer each receive comes after the one before (ours: without it a
//     prefix could hold an earlier value and the receive of a later one, and
//     would replay differently).
//
// A goroutine that blocked is woken late: its send or receive may be recorded
// as complete after others that came later. Arg names the goroutine that gave
// or took the value itself, and a receive that empties a place of a full buffer
// lets in the value of the goroutine that has waited longest to send; so the
// values are paired as the run paired them. Values without a partner are
// counted as unpaired.
//
// Not ordered: a channel operation that could not block and failed is no event
// of the model, so what a select read from its default case is not known.
type channel struct {
	capacity  int                   // unknown: -1
	values    []message             // in the buffer
	direct    map[trace.G][]message // on their way to a goroutine that waits; made when needed
	free      []message
	used      int                    // places of the buffer that were never freed
	senders   []sender               // some have gone on
	crowded   int                    // length of senders at which these are dropped
	early     map[*goroutine]message // sends that are over and not recorded as complete, with their place; made when needed
	received  pool                   // with a buffer: all receives
	closed    message
	hasClosed bool
}

// A sender is a goroutine that began to send; it still waits when it did
// nothing else since.
type sender struct {
	g   *goroutine
	seq uint64
}

func (s sender) waits() bool { return s.g.last == s.seq }

// A handover is a direct exchange: the clock that `to` learns when it completes.
type handover struct {
	channel  uint64
	from, to trace.G
}

// channel returns the state of a channel. Only the capacity is kept of a channel that
// no goroutine has used yet, as most timers are never waited for to their end.
func (b *Builder) channel(id uint64) *channel {
	c := b.channels[id]
	if c == nil {
		c = &channel{capacity: b.capacity(id), received: pool{softOnly: true}}
		b.channels[id] = c
	}
	return c
}

// capacity is -1 when it is not known.
func (b *Builder) capacity(id uint64) int {
	if n, ok := b.capacities[id]; ok {
		return int(n)
	}
	return -1
}

// channelEvent reads an event of a channel.
func (b *Builder) channelEvent(g *goroutine, e trace.Event) {
	switch e.Op {
	case trace.OpMakeChan:
		b.capacities[e.Obj] = int32(e.Aux)
		delete(b.channels, e.Obj)
	case trace.OpSend:
		g.begun = e
		if e.Obj != 0 && !e.Has(trace.FlagTry) && b.capacity(e.Obj) != 0 { // a nil channel has no receiver
			b.channel(e.Obj).waiting(sender{g, e.Seq})
		}
	case trace.OpRecv, trace.OpSelect:
		g.begun = e
	case trace.OpSent, trace.OpReceived:
		switch {
		case b.isDirect(e):
			b.exchange(g, e)
		case e.Op == trace.OpSent:
			b.sent(g, b.channel(e.Obj), e)
		default:
			b.received(g, b.channel(e.Obj), e)
		}
	case trace.OpRecvClosed:
		if c := b.channels[e.Obj]; c != nil && c.hasClosed {
			b.hear(g, c.closed, e)
			b.receivePool(g, &c.received, e)
		}
	case trace.OpClose:
		c := b.channel(e.Obj)
		c.closed, c.hasClosed = g.at(e.Seq), true
	}
}

// isDirect reports whether the sides of e wait for each other.
func (b *Builder) isDirect(e trace.Event) bool {
	n := b.capacity(e.Obj)
	return n == 0 || n < 0 && e.Arg != 0
}

// sent is a complete send. g did nothing since it began.
func (b *Builder) sent(g *goroutine, c *channel, e trace.Event) {
	if place, ok := c.early[g]; ok {
		delete(c.early, g)
		b.hear(g, place, e)
		return
	}
	begin := g.message()
	b.hear(g, c.takeSlot(), e)
	c.push(begin, trace.G(e.Arg))
	if peer := b.running[trace.G(e.Arg)]; peer != nil && e.Arg != 0 {
		c.take(peer.message(), b.memo)
	}
}

// takeSlot takes a place in the buffer and returns who freed it, an empty message
// when no goroutine had to.
func (c *channel) takeSlot() message {
	switch {
	case c.capacity > c.used:
		c.used++
	case len(c.free) > 0:
		m := c.free[0]
		c.free = c.free[1:]
		return m
	}
	return message{}
}

// take frees a place: m received its value, or waits for it.
func (c *channel) take(m message, known *memo) {
	c.free = append(c.free, m)
	c.received.add(m, known)
}

// received is a complete receive.
func (b *Builder) received(g *goroutine, c *channel, e trace.Event) {
	if b.receivePool(g, &c.received, e) {
		b.because(because(e, g.begun.Stack(), goroutineVertex(g.slot), objectVertex(e.Obj)), false)
	}
	if e.Arg != 0 {
		b.takeFrom(g, c, e)
	} else {
		b.takeNext(g, c, e)
	}
	b.because(because(e, g.begun.Stack(), objectVertex(e.Obj), goroutineVertex(g.slot)), false)
}

// takeFrom is the receive of a value that a goroutine gave directly.
func (b *Builder) takeFrom(g *goroutine, c *channel, e trace.Event) {
	peer := b.running[trace.G(e.Arg)]
	i := slices.IndexFunc(c.direct[g.id], func(m message) bool { return peer == nil || m.slot == peer.slot })
	if i >= 0 {
		b.hear(g, c.handed(g.id, i), e)
		c.received.add(g.at(e.Seq), b.memo)
		return
	}
	if peer == nil {
		b.rel.Stats.Unpaired++
		return
	}
	b.hear(g, peer.message(), e)
	c.over(peer)
	c.take(g.at(e.Seq), b.memo)
}

// over says that the send of g is over, which is not recorded as complete yet.
func (c *channel) over(g *goroutine) {
	if c.early == nil {
		c.early = map[*goroutine]message{}
	}
	c.early[g] = c.takeSlot()
}

// takeNext is the receive of the first value in the buffer.
func (b *Builder) takeNext(g *goroutine, c *channel, e trace.Event) {
	if len(c.direct[g.id]) > 0 {
		c.handed(g.id, 0) // from a timer, which is no goroutine
		return
	}
	full := len(c.values) == c.capacity
	if len(c.values) == 0 && !c.admit() {
		b.rel.Stats.Unpaired++
		return
	}
	first := c.values[0]
	c.values = c.values[1:]
	b.hear(g, first, e)
	c.take(g.at(e.Seq), b.memo)
	if full {
		c.admit()
	}
}

// push is a value that is sent: into the buffer, or to a goroutine that waits.
func (c *channel) push(m message, to trace.G) {
	if to == 0 {
		c.values = append(c.values, m)
		return
	}
	if c.direct == nil {
		c.direct = map[trace.G][]message{}
	}
	c.direct[to] = append(c.direct[to], m)
}

// handed takes value number i of those on their way to a goroutine.
func (c *channel) handed(to trace.G, i int) message {
	m := c.direct[to][i]
	if len(c.direct[to]) == 1 {
		delete(c.direct, to)
	} else {
		c.direct[to] = slices.Delete(c.direct[to], i, i+1)
	}
	return m
}

// waiting adds a sender. Those that went on are dropped when they are half of
// the list.
func (c *channel) waiting(s sender) {
	if len(c.senders) > c.crowded {
		c.senders = slices.DeleteFunc(c.senders, func(s sender) bool { return !s.waits() })
		c.crowded = 2*len(c.senders) + 16
	}
	c.senders = append(c.senders, s)
}

// admit lets in the value of the goroutine that has waited longest to send, if any.
func (c *channel) admit() bool {
	for len(c.senders) > 0 {
		s := c.senders[0]
		c.senders = c.senders[1:]
		if _, over := c.early[s.g]; over || !s.waits() {
			continue
		}
		c.over(s.g)
		c.push(s.g.message(), 0)
		return true
	}
	return false
}

// exchange is one side of a send and receive without a buffer. The side that
// is recorded first still finds the other one at its begin, and leaves its own
// begin after for it.
func (b *Builder) exchange(g *goroutine, e trace.Event) {
	peer := trace.G(e.Arg)
	if peer == 0 {
		b.rel.Stats.Unpaired++
		return
	}
	own := handover{e.Obj, peer, g.id}
	if left := b.handovers[own]; len(left) > 0 {
		b.hear(g, left[0], e)
		b.handovers[own] = left[1:]
		if len(left) == 1 {
			delete(b.handovers, own)
		}
		return
	}
	begin := g.message()
	if other := b.running[peer]; other != nil {
		b.hear(g, other.message(), e)
	}
	theirs := handover{e.Obj, g.id, peer}
	b.handovers[theirs] = append(b.handovers[theirs], begin)
}
