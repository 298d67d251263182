// Package order has the base schedule: the goroutine that is next when nothing else is said. It ranks the other goroutines of a
// point, and says the cost of each.
package order

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// An Order ranks the goroutines of each point, and says what a rank costs. Rank
// 0 is the base schedule and costs nothing.
//
// By preemptions, a running goroutine goes on, and taking its turn away costs
// one. When it waits or has ended, the lowest number is first and all are free.
//
// By delays (Emmi, Qadeer, Rakamarić, POPL 2011), the goroutines take turns by
// their numbers, and each that is passed over costs one.
//
// A goroutine that yields comes last. Going on with it costs one, or else it
// could spin forever within any bound. From its second time in a run on, every
// rank but 0 costs one. Two that wait for a third must not play with each other
// forever. That simplifies the fair scheduler of Musuvathi and Qadeer (PLDI 2008).
//
// The clock has the last rank. It is never free.
type Order struct {
	Delays  bool
	Change  *Change // nil without one
	last    uint32  // goroutine that was chosen or seen running
	yielded [point.MaxGoroutines / 64]uint64
}

// A Ranking is the order at one point.
type Ranking struct {
	N     int  // number of ranks
	of    int  // number of goroutines: one less than that with the clock
	first int  // index of rank 0
	turns bool // the ranks go round from there, else the others keep their order
	Free  int  // ranks below cost nothing
	Kept  int  // others below are not put off
}

// Reset begins a run.
func (o *Order) Reset() {
	o.last = 0
	clear(o.yielded[:])
}

// Rank ranks the goroutines of a point, once for each point of a run.
func (o *Order) Rank(p *point.Point) Ranking {
	r, list := p.Runner(), p.Goroutines()
	all, n := len(p.Enabled), len(list)
	switch {
	case p.Offers():
		free := 1
		if o.yieldsFirst(p.Enabled[r].ID) && !o.Delays {
			free = max(n-1, 1)
		}
		return Ranking{all, n, (r + 1) % n, true, free, all}
	case o.Delays && r < 0:
		return Ranking{all, n, after(list, o.last), true, 1, all}
	}
	by := Ranking{all, n, r, o.Delays, 1, all}
	if r < 0 {
		by = Ranking{all, n, 0, false, n, all}
	}
	if o.Change != nil {
		return o.Change.rank(p, by)
	}
	return by
}

// yieldsFirst notes that a goroutine yields, and reports whether it had not yet.
func (o *Order) yieldsFirst(id uint32) bool {
	word, bit := &o.yielded[slot(id)/64], uint64(1)<<(slot(id)%64)
	first := *word&bit == 0
	*word |= bit
	return first
}

// slot is where state about a goroutine is; those beyond the limit share the last.
func slot(id uint32) uint32 { return min(id, point.MaxGoroutines-1) }

// after is the index of the first goroutine with a higher number than id, or 0.
func after(enabled []point.Goroutine, id uint32) int {
	for i := range enabled {
		if enabled[i].ID > id {
			return i
		}
	}
	return 0
}

// Choose returns the index that has a rank.
func (o *Order) Choose(p *point.Point, r Ranking, rank int) int {
	i := r.Index(rank)
	if id := p.Enabled[i].ID; id != point.Clock {
		o.last = id
	}
	return i
}

// RankOf is the rank of an index.
func (r Ranking) RankOf(index int) (rank int) {
	for rank < r.N-1 && r.Index(rank) != index {
		rank++
	}
	return rank
}

// Index is the index that has a rank.
func (r Ranking) Index(rank int) int {
	switch {
	case rank == r.of:
		return rank // the clock
	case r.turns:
		return (r.first + rank) % r.of
	case rank == 0:
		return r.first
	case rank <= r.first:
		return rank - 1
	}
	return rank
}

// MarkOf tells points from each other: by the goroutines that could run, their
// operations and which of them has run. It is never 0.
func MarkOf(p *point.Point) uint32 {
	h := uint64(p.Runner()+1)<<1 | 1
	if p.Yields {
		h++
	}
	for i := range p.Enabled {
		g := &p.Enabled[i]
		h = random.Mixed(h + uint64(g.ID)<<32 + uint64(g.Object))
		h += uint64(g.Op)
	}
	return uint32(h>>32) | 1
}
