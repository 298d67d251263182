package search

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// depthFirst visits the schedules that cost at most a bound. It repeats the choices of
// the run before up to the last choice with an alternative. It takes the alternative,
// and follows the base schedule from there. Its memory is one run.
type depthFirst struct {
	path
	config config.Config
	place  Unvisited
	next   int // given choices of the next run
	done   bool
	runs   int
	cut    bool // there are schedules beyond the bound
}

// NewDepthFirst returns a search depth first.
func NewDepthFirst(c config.Config) Search {
	d := &depthFirst{path: newPath(c), config: c, place: config.PlaceOf[Unvisited](&c), runs: c.Runs, cut: c.Cut}
	d.lost = c.Lost
	d.next = min(len(d.place.Prefix), point.MaxPoints)
	for i, rank := range d.place.Prefix[:d.next] {
		d.steps[i].rank = rank
	}
	d.done = c.Runs > 0 && d.next == 0
	return d
}

func (d *depthFirst) Begin(int) { d.start(d.next) }

func (d *depthFirst) End(int) bool {
	if d.done { // the run was one too many
		return false
	}
	d.runs++
	n := d.finish()
	first := 0 // choice that is not of the base schedule
	for first < n && d.steps[first].rank == 0 {
		first++
	}
	for i := n - 1; i >= 0; i-- {
		if d.advance(i, i <= first) {
			d.next = i + 1
			return true
		}
	}
	d.next, d.done = 0, true
	return false
}

// advance takes the next rank within the bound, if there is one. The first choice that is
// not of the base schedule must fall to the shard.
func (d *depthFirst) advance(at int, first bool) bool {
	s := &d.steps[at]
	for rank := int(s.rank) + 1; rank < int(s.n); rank++ {
		if !d.within(d.config.Depth, s, rank) {
			d.cut = true // ranks after this one cost no less
			return false
		}
		if !first || d.config.Deals(at, rank) {
			s.rank = uint16(rank)
			return true
		}
	}
	return false
}

func (d *depthFirst) Complete() bool { return d.done && !d.lost }

func (d *depthFirst) Resume() config.Config {
	c := d.config
	c.Runs, c.Cut, c.Lost = d.runs, d.cut, d.lost
	p := d.place
	p.Prefix = make([]uint16, d.next)
	for i := range p.Prefix {
		p.Prefix[i] = d.steps[i].rank
	}
	c.Place = p
	return c
}

// Below is that of the frontier before, if there was one.
func (d *depthFirst) Below() int { return d.place.below }
