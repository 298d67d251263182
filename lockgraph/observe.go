package lockgraph

import "github.com/deadlocklint/deadlocklint/internal/trace"

// A HappensBefore has the events that are known to have happened before a point of the run. It
// shares its memory with others and costs two words; it can be compared with ==.
type HappensBefore struct{ clock clock }

// Until returns the Seq up to which the events of a goroutine are included. The goroutine is
// given by its number in the order of first mention ([Point.Number]). 0 means none.
func (p HappensBefore) Until(number uint32) uint64 { return p.clock.get(slot(number)) }

// Since tells changed the numbers of the goroutines of which p includes more than q, some
// twice and perhaps some of which it does not. It costs what the two differ in.
func (p HappensBefore) Since(q HappensBefore, changed func(number uint32)) {
	seen := func(s slot) { changed(uint32(s)) }
	joiner{seen: seen}.join(q.clock.trie, p.clock.trie)
	if p.clock.seq > 0 {
		seen(p.clock.slot)
	}
	if q.clock.seq > 0 {
		seen(q.clock.slot)
	}
}

// A Holding is a lock held at a point.
type Holding struct {
	Lock    uint64
	Section uint64 // Seq of the acquire
	Mode    Mode
}

// A Point is the position of a goroutine before its next event. Other analyses than
// that of locks need it to judge an event.
type Point struct {
	Number uint32        // of the goroutine, dense
	Hard   HappensBefore // order that holds in every run: see order
	Soft   HappensBefore // with the values that this run read from other goroutines
	Held   []Holding
}

// At returns the point of a goroutine before its next event.
func (b *Builder) At(id trace.G) Point {
	g := b.goroutine(id)
	p := Point{Number: uint32(g.slot), Hard: HappensBefore{g.past.hard}, Soft: HappensBefore{g.past.soft}}
	for _, h := range g.held {
		p.Held = append(p.Held, Holding{h.lock.id, h.section.acquired, h.mode})
	}
	return p
}

// A Message is the object for which a channel operation that may block waits. It is a value, a
// slot of the buffer, the operation at the other side, or the close.
type Message struct {
	To   trace.G
	From uint32 // number of the goroutine
	Seq  uint64 // of the last event of From before it, or of the message itself
}

// OnMessage makes the builder tell of messages. They come before the end of Add of the
// event that completes the operation.
func (b *Builder) OnMessage(told func(Message)) { b.told = told }

// hear is receive for the event that g waited for.
func (b *Builder) hear(g *goroutine, m message, e trace.Event) {
	if b.told != nil && m.seq > 0 && m.slot != g.slot && !g.begun.Has(trace.FlagTry) {
		b.told(Message{g.id, uint32(m.slot), m.seq})
	}
	b.receive(g, m, e, g.begun.Stack())
}

// Forget drops what is known of an object that is gone. Its number must not come again.
func (b *Builder) Forget(id uint64) {
	delete(b.byID, id)
	delete(b.groups, id)
	delete(b.pools, id)
	delete(b.channels, id)
	delete(b.capacities, id)
}
