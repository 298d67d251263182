package typestate

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// A Preview is what has to be known of all events of a trace before the first one can
// be read by a Reader: which addresses they ask for, and which call on an object is its
// last one. It takes 8 bytes an object. The zero value knows nothing.
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

// over reports whether no call on an object comes behind seq.
func (p *Preview) over(object, seq uint64) bool {
	c := p.last[object/chunk]
	return c != nil && c[object%chunk] <= seq
}
