package explore

// overflowing is a frontier that goes on depth first when it has dropped schedules. The
// depth-first search begins again, so that it has visited all in the end.
type overflowing struct{ Search }

func newOverflowing(c Config) *overflowing {
	if p := placeOf[unvisited](&c); p.dropped && len(p.waiting) == 0 {
		return &overflowing{newDepthFirst(c)}
	}
	return &overflowing{newFrontier(c, MaxWaiting)}
}

// Below is that of the search of now.
func (s *overflowing) Below() int { return s.Search.(interface{ Below() int }).Below() }

// Draw draws as the search of now.
func (s *overflowing) Draw(d *Draw) uint32 { return s.Search.(Drawer).Draw(d) }

func (s *overflowing) End(steps int) bool {
	if s.Search.End(steps) {
		return true
	}
	if f, ok := s.Search.(*frontier); ok && f.dropped {
		c := f.Resume()
		c.Runs = 0
		s.Search = newDepthFirst(c)
		return true
	}
	return false
}
