// Package shrink makes a schedule smaller that ends in a certain way. A choice is named by its goroutine and its operation.
// So taking one away leaves the others where they were.
package shrink

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
)

// A Shrinker makes a schedule smaller that ends in a certain way: fewer choices of the clock first, then fewer preemptions, then
// fewer switches. The last to go are numbers that the base schedule does not draw. It takes switches away, see Reduction, and keeps each smaller schedule that ends in the same way. Then it visits
// schedules with fewer preemptions, fewest first. When one ends in the same way, it takes switches away from that one.
//
// The first run is not its own: the engine tells each choice by Force. After each run, Judge says whether it ended in the same
// way. Who makes the runs says when there were enough.
type Shrinker struct {
	Follower
	reduction Reduction
	search    *search.Frontier // of schedules with fewer preemptions, nil while switches are taken away
	best      []Switch         // of the smallest schedule so far
	least     size             // of that
	given     size             // of the first schedule
	searched  bool             // the search was made
	forced    bool             // the run is the first one
	left      []Switch         // of the next run
}

// maxSearched is how many schedules wait in the search of a Shrinker, at most.
const maxSearched = 1 << 14

// A size is that of a schedule.
type size struct{ early, preemptions, switches, draws int }

func (s size) less(o size) bool {
	switch {
	case s.early != o.early:
		return s.early < o.early
	case s.preemptions != o.preemptions:
		return s.preemptions < o.preemptions
	case s.switches != o.switches:
		return s.switches < o.switches
	}
	return s.draws < o.draws
}

// NewShrinker returns a shrinker for a program whose goroutines come in the order of the
// searches by preemptions.
func NewShrinker() *Shrinker { return &Shrinker{Follower: *NewFollower(), forced: true} }

// Begin begins a run with the smallest schedule so far, less what is taken away. In the search that has its draws alone.
func (s *Shrinker) Begin(run int) {
	from, to := s.reduction.Taken()
	s.left = append(append(s.left[:0], s.best[:from]...), s.best[to:]...)
	if s.forced {
		s.left = s.left[:0]
	}
	s.Give(s.left)
	if s.search != nil {
		s.search.Begin(run)
	}
}

// Next makes the choice of the search, or else the switches that are left of the smallest schedule.
func (s *Shrinker) Next(p *point.Point) int {
	if s.search == nil {
		return s.Follower.Next(p)
	}
	k := 0
	if len(p.Enabled) > 1 {
		k = s.search.Next(p)
	}
	s.Force(p, k)
	return k
}

// Ended is told of the last step: a Shrinker is told of each step.
func (*Shrinker) Ended(*point.Point) {}

// End ends a run. Judge says whether there is another one.
func (s *Shrinker) End(steps int) bool {
	if s.search != nil {
		s.search.End(steps)
	}
	return true
}

// Judge reports whether the run before is the smallest so far, when it ended in the same
// way, and whether another one is worth making.
func (s *Shrinker) Judge(same bool) (smaller, more bool) {
	smaller = same && !s.lost && (s.forced || s.size.less(s.least))
	begins := s.forced || s.search != nil
	switch {
	case s.forced && !smaller:
		return false, false
	case smaller && begins:
		s.keep()
		if s.forced {
			s.given = s.least
		}
		s.search, s.forced, s.reduction = nil, false, NewReduction(len(s.best))
	case smaller:
		s.keep()
		s.reduction.Shrunk(len(s.best))
	case s.search == nil:
		s.reduction.Needed()
	}
	return smaller, s.settle()
}

// settle begins the search after the reduction, and reports whether there is another run.
func (s *Shrinker) settle() bool {
	if !s.reduction.Done() {
		return true
	}
	if bound := s.least.early + s.least.preemptions - 1; s.search == nil && bound >= 0 && !s.searched {
		s.searched = true
		s.search = search.NewFrontier(config.Config{Strategy: "icb", Depth: bound}, maxSearched)
	}
	return s.search != nil && !s.search.Done()
}

// keep makes the run before the smallest one.
func (s *Shrinker) keep() {
	s.least = s.size
	s.best = append(s.best[:0], s.made...)
}

// Size is the size of the smallest schedule so far, as that of a Follower.
func (s *Shrinker) Size() (preemptions, switches int) { return s.least.preemptions, s.least.switches }

// Given is how many preemptions the first schedule has.
func (s *Shrinker) Given() int { return s.given.preemptions }
