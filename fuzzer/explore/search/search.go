// Package search visits schedules by their cost, each once: depth first, by preemptions, by delays, by length, or by choices
// away from changed code. [Visited] remembers schedules that other strategies have run.
package search

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// A Search is a strategy that visits schedules one after the other. It has its
// own order: the number that Begin gets does not matter.
type Search interface {
	point.Strategy
	Resume() config.Config // of a strategy that carries on after the last End
	Diverged() bool        // the current run did not meet the points that its schedule was made for
	Complete() bool        // every schedule within the bound was visited
}

// A path is the schedule of one run of a search: its first choices are given,
// the others are those of the base schedule.
type path struct {
	order.Order
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

func newPath(c config.Config) path {
	w := path{Order: order.Order{Delays: c.Strategy == "delay"}, steps: make([]step, point.MaxPoints)}
	if c.Strategy == "capp" {
		w.Change = &order.Change{Mode: config.SettingsOf[CAPP](&c).Mode}
	}
	return w
}

// start begins a run with choices that were written into the steps.
func (w *path) start(given int) {
	w.Reset()
	w.n, w.given, w.cost, w.diverged = 0, given, 0, false
}

func (w *path) Next(p *point.Point) int {
	r := w.Rank(p)
	return w.Choose(p, r, w.take(r.N, r.Free, r.Kept, order.MarkOf(p)))
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
	if w.Change != nil {
		before, more = before%postponed, more%postponed
	}
	return bound < 0 || uint64(before)+uint64(more) <= uint64(bound)
}

// costs is the cost that a rank adds to a schedule.
func (w *path) costs(s *step, rank int) uint32 {
	switch {
	case w.Change != nil:
		return cappCost(s, rank)
	case rank < int(s.free):
		return 0
	case w.Delays:
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

// Draw is a choice of a search. A draw that is not that of the base schedule costs as much as a preemption: no bound
// would end a search for free ones.
func (w *path) Draw(d *random.Draw) uint32 {
	n := d.Alternatives()
	w.lost = w.lost || d.Sampled()
	return d.Code(w.take(n, 1, n, d.Mark()))
}
