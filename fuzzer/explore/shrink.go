package explore

// A Shrinker makes a schedule smaller that ends in a certain way: fewer choices of the clock
// first, then fewer preemptions, then fewer switches. It removes choices that differ from the
// base schedule: half of them at a time, then a quarter, and so on. It keeps each smaller
// schedule that ends in the same way. Source: Zeller, Hildebrandt: Simplifying and isolating
// failure-inducing input, TSE 2002. Then it visits schedules with fewer preemptions, fewest
// first. When one ends in the same way, it removes choices from that one.
//
// The first run is not its own: the engine tells each choice by Force. After each run,
// Judge says whether it ended in the same way.
type Shrinker struct {
	path
	search   *frontier // of schedules with fewer preemptions, nil while choices are taken away
	best     []uint16  // ranks of the smallest schedule so far
	size     size      // of that
	varied   []int     // choices of it that are not those of the base schedule
	part     int       // how many of these are taken away at a time
	at       int       // the first of them
	improved bool      // single choices were taken away since the first of them was tried
	searched bool      // the search was made
	forced   bool      // the run is the first one
	switches int       // of this run so far: how often another goroutine went on
	early    int       // of this run so far: how often the clock was chosen
	runs     int
}

// Runs that a Shrinker asks for, at most.
const (
	MaxShrinks = 600
	maxSearch  = 300 // of which one search makes so many
)

// A size is that of a schedule.
type size struct{ early, preemptions, switches int }

func (s size) less(o size) bool {
	switch {
	case s.early != o.early:
		return s.early < o.early
	case s.preemptions != o.preemptions:
		return s.preemptions < o.preemptions
	}
	return s.switches < o.switches
}

// NewShrinker returns a shrinker for a program whose goroutines come in the order of the
// searches by preemptions.
func NewShrinker() *Shrinker { return &Shrinker{path: newPath(Config{}), forced: true} }

// Begin begins a run with the smallest schedule so far, less what is taken away.
func (s *Shrinker) Begin(run int) {
	s.switches, s.early = 0, 0
	switch {
	case s.forced:
		s.start(0)
		return
	case s.search != nil:
		s.search.Begin(run)
		return
	}
	for i, rank := range s.best {
		s.steps[i] = step{rank: rank}
	}
	for _, i := range s.taken() {
		s.steps[i].rank = 0
	}
	s.start(len(s.best))
}

// taken are the choices that this run takes away.
func (s *Shrinker) taken() []int {
	return s.varied[min(s.at, len(s.varied)):min(s.at+s.part, len(s.varied))]
}

// Force notes the choice that the first run makes at a point.
func (s *Shrinker) Force(p *Point, chosen int) {
	r := s.rank(p)
	rank := 0
	for rank < r.n-1 && r.index(rank) != chosen {
		rank++
	}
	if s.n == len(s.steps) {
		s.lost = true
	} else {
		st := &s.steps[s.n]
		*st = step{n: uint16(min(r.n, 1<<16-1)), rank: uint16(rank), free: uint16(min(r.free, 1<<16-1)), cost: s.cost}
		s.cost += s.costs(st, rank)
		s.n++
	}
	s.choose(p, r, rank)
	s.count(p, chosen)
}

// made is the run that is made.
func (s *Shrinker) made() *path {
	if s.search != nil {
		return &s.search.path
	}
	return &s.path
}

// Next makes the choice that is left of the smallest schedule, or that of the base schedule.
func (s *Shrinker) Next(p *Point) int {
	k := s.made().Next(p)
	s.count(p, k)
	return k
}

func (s *Shrinker) count(p *Point, chosen int) {
	switch {
	case p.Enabled[chosen].ID == Clock:
		s.early++
	case chosen != p.running():
		s.switches++
	}
}

// End ends a run. Judge says whether there is another one.
func (s *Shrinker) End(steps int) bool {
	s.runs++
	if s.search != nil {
		s.search.End(steps)
	}
	return true
}

// Judge reports whether the run before is the smallest so far, when it ended in the same
// way, and whether another one is worth making.
func (s *Shrinker) Judge(same bool) (smaller, more bool) {
	if s.forced {
		s.forced = false
		if !same || s.lost {
			return false, false
		}
		s.keep()
		s.part = len(s.varied)
		return true, s.settle()
	}
	smaller = same && s.now().less(s.size)
	switch {
	case smaller && s.search != nil:
		s.keep()
		s.search, s.at, s.part = nil, 0, len(s.varied)
	case smaller:
		s.improved = true
		s.keep()
	case s.search == nil:
		s.at += s.part
	}
	return smaller, s.settle()
}

// settle goes on with smaller parts behind the last one, and reports whether there is any.
// Single choices are tried until none of them can be taken away.
func (s *Shrinker) settle() bool {
	for s.at >= len(s.varied) && s.part > 0 {
		if s.part > 1 || !s.improved || len(s.varied) == 0 {
			s.part = min(s.part, len(s.varied)) / 2
		}
		s.at, s.improved = 0, false
	}
	switch {
	case s.runs >= MaxShrinks:
		return false
	case s.part > 0:
		return true
	case s.search == nil && s.size.early+s.size.preemptions > 0 && !s.searched:
		s.searched = true
		s.search = newFrontier(Config{Strategy: "icb", Depth: s.size.early + s.size.preemptions - 1}, maxSearch)
	}
	return s.search != nil && s.search.runs < maxSearch && !s.search.done()
}

func (s *Shrinker) now() size {
	cost := int(s.made().cost) // each choice of the clock is one
	return size{s.early, cost - s.early, s.switches}
}

// keep makes the run before the smallest one.
func (s *Shrinker) keep() {
	w := s.made()
	s.size = s.now()
	s.best, s.varied = s.best[:0], s.varied[:0]
	for i := range w.steps[:w.n] {
		st := &w.steps[i]
		rank := min(st.rank, st.n-1)
		s.best = append(s.best, rank)
		if rank != 0 {
			s.varied = append(s.varied, i)
		}
	}
}

// Size is the size of the smallest schedule so far. It has two numbers: how often a
// goroutine that could have gone on lost its turn, and how often another goroutine went
// on.
func (s *Shrinker) Size() (preemptions, switches int) { return s.size.preemptions, s.size.switches }
