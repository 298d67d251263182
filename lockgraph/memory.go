package lockgraph

import (
	"sort"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// OpLoad and OpRead say which goroutine wrote what was read, and a Seq: the
// write came after the writer's last event up to that Seq and before its
// next. In a prefix that is replayed in the order of the run the same write is
// the last one before the read, when it is in there at all. So the read needs
// the writer's events up to that Seq, in soft order, and nothing of the writes
// that were overwritten.
//
// The knowledge of the writer at that Seq is part of it. The writer may have
// learned more since, therefore each goroutine keeps what it knew, and since
// when.

// maxPasts is how many states of its past a goroutine keeps. When there are
// more, every second one goes; its place takes the next, which knows more. That
// gives more order than there was, never less.
const maxPasts = 256

// maxEnded is how many goroutines that ended are remembered, the latest ones.
const maxEnded = 1 << 17

// A past is the knowledge of a goroutine from an event on.
type past struct {
	order order
	since uint64 // the event at which it came to know that
	from  uint64 // the same, of the earliest state that this one stands for
}

// note keeps what g knows from now on.
func (g *goroutine) note() {
	if n := len(g.pasts); n > 0 && g.pasts[n-1].since == g.since {
		g.pasts[n-1].order = g.past
		return
	}
	if len(g.pasts) == maxPasts {
		g.pasts = thin(g.pasts)
	}
	g.pasts = append(g.pasts, past{g.past, g.since, g.since})
}

// thin lets every second of an even number of pasts stand for the one before it.
func thin(pasts []past) []past {
	for i := range len(pasts) / 2 {
		kept := pasts[2*i+1]
		kept.from = pasts[2*i].from
		pasts[i] = kept
	}
	clear(pasts[len(pasts)/2:])
	return pasts[:len(pasts)/2]
}

// before is the point of g after its last event up to seq.
func (g *goroutine) before(seq uint64) message {
	i := sort.Search(len(g.pasts), func(i int) bool { return g.pasts[i].from > seq })
	if i == 0 {
		return message{slot: g.slot, seq: seq} // it knew nothing yet
	}
	p := g.pasts[i-1]
	return message{past: order{soft: p.order.soft}, slot: g.slot, seq: seq, since: p.since}
}

// An obituary remembers goroutines that ended.
type obituary struct {
	byID map[trace.G]*goroutine
	ids  []trace.G // a ring, when full
	next int
}

func (o *obituary) add(g *goroutine) {
	if o.byID == nil {
		o.byID = map[trace.G]*goroutine{}
	}
	o.byID[g.id] = &goroutine{id: g.id, slot: g.slot, pasts: g.pasts}
	if len(o.ids) < maxEnded {
		o.ids = append(o.ids, g.id)
		return
	}
	delete(o.byID, o.ids[o.next])
	o.ids[o.next] = g.id
	o.next = (o.next + 1) % maxEnded
}

// readMemory is an event before which e.Obj wrote what g read.
func (b *Builder) readMemory(g *goroutine, e trace.Event) {
	writer := b.running[trace.G(e.Obj)]
	if writer == nil {
		writer = b.ended.byID[trace.G(e.Obj)]
	}
	if writer == nil {
		b.rel.Stats.Unpaired++
		return
	}
	b.receive(g, writer.before(e.Arg), e, 0)
}
