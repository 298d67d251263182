package explore

// A Search is a strategy that visits schedules one after the other. It has its
// own order: the number that Begin gets does not matter.
type Search interface {
	Strategy
	Resume() Config // of a strategy that carries on after the last End
	Diverged() bool // the current run did not meet the points that its schedule was made for
	Complete() bool // every schedule within the bound was visited
}

// A path is the schedule of one run of a search: its first choices are given,
// the others are those of the base schedule.
type path struct {
	order
	steps    []step // MaxPoints of them
	n        int    // choices of this run so far
	given    int    // choices that were given
	cost     uint32 // of this run so far
	diverged bool   // this run did not meet the points that it was given choices for
	lost     bool   // a run diverged, or was longer than steps
}

// A step is one choice.
type step struct {
	n, rank, free uint16 // goroutines that could run, the one chosen, and how many cost nothing
	kept          uint16 // those of them from here on are put off
	mark          uint32 // of the point, 0 for not known
	cost          uint32 // of the choices before
}

func newPath(c Config) path {
	w := path{order: order{delays: c.Strategy == "delay"}, steps: make([]step, MaxPoints)}
	if c.Strategy == "capp" {
		w.change = &change{settingsOf[CAPP](&c).Mode}
	}
	return w
}

// start begins a run with choices that were written into the steps.
func (w *path) start(given int) {
	w.begin()
	w.n, w.given, w.cost, w.diverged = 0, given, 0, false
}

func (w *path) Next(p *Point) int {
	r := w.rank(p)
	return w.choose(p, r, w.take(r.n, r.free, r.kept, markOf(p)))
}

// take notes a point, by its ranking and its mark, and returns the rank of the choice.
func (w *path) take(n, free, kept int, mark uint32) (rank int) {
	if w.n == len(w.steps) {
		w.lost = true
		return 0
	}
	s := &w.steps[w.n]
	if w.n >= w.given {
		*s = step{}
	}
	rank = min(int(s.rank), n-1)
	if rank != int(s.rank) || s.mark != 0 && s.mark != mark {
		w.diverged, w.lost = true, true
	}
	if s.n == 0 { // else it keeps what it was made for
		s.n, s.free, s.kept, s.mark = uint16(min(n, 1<<16-1)), uint16(min(free, 1<<16-1)), uint16(min(kept, 1<<16-1)), mark
	}
	s.cost = w.cost
	w.cost += w.costs(s, rank)
	w.n++
	return rank
}

// within reports whether a rank at a step is within a bound, -1 for none.
func (w *path) within(bound int, s *step, rank int) bool {
	before, more := s.cost, w.costs(s, rank)
	if w.change != nil {
		before, more = before%postponed, more%postponed
	}
	return bound < 0 || uint64(before)+uint64(more) <= uint64(bound)
}

// costs is the cost that a rank adds to a schedule.
func (w *path) costs(s *step, rank int) uint32 {
	switch {
	case w.change != nil:
		return cappCost(s, rank)
	case rank < int(s.free):
		return 0
	case w.delays:
		return uint32(rank)
	}
	return 1
}

// finish returns the length of the run, not less than the given one.
func (w *path) finish() int {
	if w.n < w.given {
		w.diverged, w.lost = true, true
		return w.given
	}
	return w.n
}

func (w *path) Diverged() bool { return w.diverged }

// markOf tells points from each other: by the goroutines that could run, their
// operations and which of them has run. It is never 0.
func markOf(p *Point) uint32 {
	h := uint64(p.running()+1)<<1 | 1
	if p.Yields {
		h++
	}
	for i := range p.Enabled {
		g := &p.Enabled[i]
		h = mixed(h + uint64(g.ID)<<32 + uint64(g.Object))
		h += uint64(g.Op)
	}
	return uint32(h>>32) | 1
}
