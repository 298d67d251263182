package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// pos gives each pending operation a random priority and runs the highest one. Then it
// draws again for the goroutine that runs, and for those whose operation conflicts with
// its own (Yuan, Yang, Gu: Partial order aware concurrency sampling, CAV 2018).
// Operations on one object conflict.
//
// Deviations from the paper: the priority of a goroutine that has waited is
// drawn again, because what woke it conflicts. At a point where a goroutine
// yields all draw again and another one runs.
type pos struct {
	seed  uint64
	n     uint32                      // points of this run, from 1
	seen  [point.MaxGoroutines]uint32 // the last point at which a goroutine was enabled
	clock uint32                      // the same for the clock
	priorities
}

func (s *pos) Begin(run int) {
	s.n, s.clock = 0, 0
	clear(s.seen[:s.used])
	s.begin(random.Seeded(s.seed, run))
}

func (s *pos) Next(p *point.Point) int {
	s.n++
	for i := range p.Enabled {
		s.arrive(p.Enabled[i].ID, p.Offers())
	}
	if p.Offers() {
		s.demote(p.Enabled[p.Running].ID)
	}
	best := s.highest(p)
	if p.Offers() {
		s.redraw(p.Enabled[p.Running].ID)
	}
	s.redraw(p.Enabled[best].ID)
	if object := p.Enabled[best].Object; object != 0 {
		for i := range p.Enabled {
			if p.Enabled[i].Object == object {
				s.redraw(p.Enabled[i].ID)
			}
		}
	}
	return best
}

// arrive draws for a goroutine that was not enabled at the point before.
func (s *pos) arrive(id uint32, again bool) {
	seen := &s.clock
	if id < point.MaxGoroutines {
		seen = &s.seen[id]
	} else if id != point.Clock {
		return
	}
	if again || *seen+1 != s.n {
		s.redraw(id)
	}
	*seen = s.n
}

func (s *pos) redraw(id uint32) { s.set(id, s.draw()) }

func (s *pos) End(int) bool { return true }
