package typestate

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// A Preview has the facts about all events of a trace that a Reader needs before the
// first one. These are the addresses that the events ask for, and the last call on each
// object. It takes 8 bytes an object. The zero value knows nothing.
type Preview struct {
	addresses objects.Addresses
	last      map[uint64]*[chunk]uint64 // Seq of the last call, by number of the object
}

// chunk is how many objects are remembered together: their numbers are dense.
const chunk = 512

// Note takes in the next event.
func (p *Preview) Note(e trace.Event) {
	p.addresses.Note(e)
	if e.Op != trace.OpCall {
		return
	}
	if p.last == nil {
		p.last = map[uint64]*[chunk]uint64{}
	}
	c := p.last[e.Obj/chunk]
	if c == nil {
		c = new([chunk]uint64)
		p.last[e.Obj/chunk] = c
	}
	c[e.Obj%chunk] = e.Seq
}

// over reports whether no call on an object comes after seq.
func (p *Preview) over(object, seq uint64) bool {
	c := p.last[object/chunk]
	return c != nil && c[object%chunk] <= seq
}
