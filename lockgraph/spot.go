package lockgraph

import (
	"context"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A ProgramPoint is a place between two events of a goroutine. Other analyses ask whether a run
// can come there. An example is the place of a memory access.
type ProgramPoint struct {
	slot slot
	seq  uint64
	past clock // soft, of the event after it
}

// PointAt returns the place of a goroutine at seq: after its events up to there and
// before its next one. The number must be that of no event, and events up to there must
// have been added. The past may contain more order than was so, and never less, when
// the goroutine has learned more than maxPasts times since then. O(log maxPasts).
func (b *Builder) PointAt(id trace.G, seq uint64) ProgramPoint {
	g := b.running[id]
	if g == nil {
		g = b.ended.byID[id]
	}
	switch {
	case g == nil:
		g = b.goroutine(id)
		return ProgramPoint{g.slot, seq, g.past.soft}
	case g.last != 0 && g.last <= seq:
		return ProgramPoint{g.slot, seq, g.past.soft}
	}
	m := g.before(seq)
	return ProgramPoint{g.slot, seq, m.past.soft}
}

// Before reports whether s happened before o. O(log goroutines).
func (s ProgramPoint) Before(o ProgramPoint) bool {
	if s.slot == o.slot {
		return s.seq < o.seq
	}
	return o.past.get(s.slot) >= s.seq
}

// Together looks for a sync-preserving reordering that ends with each goroutine at one
// of its spots, which are in the order of the run. It returns the index of each
// goroutine's spot. It returns false when there is no reordering, or when the context
// ends first. The goroutines must differ. The cost is that of the closure: see
// preserving.go; each spot is passed once.
//
// The reordering exists for two accesses if and only if these are a sync-preserving
// race (Mathur, Pavlogiannis, Viswanathan: Optimal prediction of
// synchronization-preserving races, POPL 2021). The closure is the same, and only the
// target differs.
func (r *Relation) Together(ctx context.Context, parties ...[]ProgramPoint) (at []int, ok bool) {
	c := &combination{at: make([]int, len(parties)), failed: -1}
	for _, spots := range parties {
		d := &Dependency{slot: spots[0].slot}
		list := make([]instance, len(spots))
		for i, s := range spots {
			list[i] = instance{seq: s.seq, first: s.seq, past: order{soft: s.past}}
		}
		c.deps, c.lists = append(c.deps, d), append(c.lists, list)
	}
	_, ok = r.preserve(c, &watch{ctx: ctx})
	return c.at, ok
}
