package search

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// Overflowing is a frontier that goes on depth first when it has dropped schedules. The
// depth-first search begins again, so that it has visited all in the end.
type Overflowing struct{ Search }

// NewOverflowing returns a search by cost.
func NewOverflowing(c config.Config) *Overflowing {
	if p := config.PlaceOf[Unvisited](&c); p.Dropped && len(p.Waiting) == 0 {
		return &Overflowing{Search: NewDepthFirst(c)}
	}
	return &Overflowing{Search: NewFrontier(c, MaxWaiting)}
}

// Below is that of the search of now.
func (s *Overflowing) Below() int { return s.Search.(interface{ Below() int }).Below() }

// Draw draws as the search of now.
func (s *Overflowing) Draw(d *random.Draw) uint32 { return s.Search.(random.Drawer).Draw(d) }

// End ends a run, and reports whether there is another one.
func (s *Overflowing) End(steps int) bool {
	if s.Search.End(steps) {
		return true
	}
	if f, ok := s.Search.(*Frontier); ok && f.dropped {
		c := f.Resume()
		c.Runs = 0
		s.Search = NewDepthFirst(c)
		return true
	}
	return false
}
