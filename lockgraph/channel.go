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
//   - a receive from a closed channel comes after the close;
//   - with a buffer each receive comes after the one before (ours: without it a
//     prefix could hold an earlier value and the receive of a later one, and
//     would replay differently).
//
// A send may be recorded as complete after its value was received: a blocked
// sender is woken late. A receive that finds no value takes that of the
// goroutine which has waited longest to send. Without a buffer the two sides
// name each other; where they do not, the exchange is counted as unpaired.
//
// Not ordered: a channel operation that could not block and failed is no event
// of the model, so what a select read from its default case is not known.
type channel struct {
	capacity  int // unknown: -1
	values    []message
	free      []message // places in the buffer, those without a message were always free
	used      int       // places that were never freed
	senders   []sender
	early     map[*goroutine]int // sends that were received before they were complete
	received  message
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

// A handover is a direct exchange: what `to` learns when it completes.
type handover struct {
	channel  uint64
	from, to trace.G
}

func (b *Builder) channel(id uint64) *channel {
	c := b.channels[id]
	if c == nil {
		c = &channel{capacity: -1}
		b.channels[id] = c
	}
	return c
}

// channelEvent reads an event of a channel.
func (b *Builder) channelEvent(g *goroutine, e trace.Event) {
	switch e.Op {
	case trace.OpMakeChan:
		b.channels[e.Obj] = &channel{capacity: int(e.Aux)}
	case trace.OpSend:
		g.begun = e
		if !e.Has(trace.FlagTry) {
			c := b.channel(e.Obj)
			c.senders = append(c.senders, sender{g, e.Seq})
		}
	case trace.OpRecv, trace.OpSelect:
		g.begun = e
	case trace.OpSent:
		b.sent(g, b.channel(e.Obj), e)
	case trace.OpReceived:
		b.received(g, b.channel(e.Obj), e)
	case trace.OpRecvClosed:
		if c := b.channel(e.Obj); c.hasClosed {
			b.receive(g, c.closed, e, g.begun.Stack())
		}
	case trace.OpClose:
		c := b.channel(e.Obj)
		c.closed, c.hasClosed = g.at(e.Seq), true
	}
}

// sent is a complete send. g did nothing since it began.
func (b *Builder) sent(g *goroutine, c *channel, e trace.Event) {
	value := g.message()
	if i := slices.IndexFunc(c.senders, func(s sender) bool { return s.g == g }); i >= 0 {
		c.senders = slices.Delete(c.senders, i, i+1)
	}
	if c.isDirect(e) {
		b.exchange(g, e)
		return
	}
	b.takePlace(g, c, e)
	if c.early[g] > 0 {
		c.early[g]--
		return
	}
	c.values = append(c.values, value)
}

// isDirect reports whether e exchanged its value without the buffer, as far as
// order goes: through a buffer the k-th receive has the k-th value either way.
func (c *channel) isDirect(e trace.Event) bool {
	return c.capacity == 0 || c.capacity < 0 && e.Arg != 0
}

// takePlace orders a send after the receive that made room for it.
func (b *Builder) takePlace(g *goroutine, c *channel, e trace.Event) {
	switch {
	case c.capacity > c.used:
		c.used++
	case len(c.free) > 0:
		b.receive(g, c.free[0], e, g.begun.Stack())
		c.free = c.free[1:]
	}
}

// received is a complete receive.
func (b *Builder) received(g *goroutine, c *channel, e trace.Event) {
	if c.isDirect(e) {
		b.exchange(g, e)
		return
	}
	b.receive(g, c.received, e, g.begun.Stack())
	b.takeValue(g, c, e)
	c.received = g.at(e.Seq)
	c.free = append(c.free, c.received)
}

// takeValue orders a receive after the send of its value.
func (b *Builder) takeValue(g *goroutine, c *channel, e trace.Event) {
	if len(c.values) > 0 {
		b.receive(g, c.values[0], e, g.begun.Stack())
		c.values = c.values[1:]
		return
	}
	for len(c.senders) > 0 {
		s := c.senders[0]
		c.senders = c.senders[1:]
		if !s.waits() {
			continue
		}
		if c.early == nil {
			c.early = map[*goroutine]int{}
		}
		c.early[s.g]++
		b.receive(g, s.g.message(), e, g.begun.Stack())
		return
	}
	b.rel.Stats.Unpaired++
}

// exchange is one side of a send and receive without a buffer. The side that
// is recorded first still finds the other one at its begin, and leaves its own
// begin behind for it.
func (b *Builder) exchange(g *goroutine, e trace.Event) {
	peer := trace.G(e.Arg)
	if peer == 0 {
		b.rel.Stats.Unpaired++
		return
	}
	own := handover{e.Obj, peer, g.id}
	if left := b.handovers[own]; len(left) > 0 {
		b.receive(g, left[0], e, g.begun.Stack())
		b.handovers[own] = left[1:]
		if len(left) == 1 {
			delete(b.handovers, own)
		}
		return
	}
	begin := g.message()
	if other := b.running[peer]; other != nil {
		b.receive(g, other.message(), e, g.begun.Stack())
	}
	theirs := handover{e.Obj, g.id, peer}
	b.handovers[theirs] = append(b.handovers[theirs], begin)
}
