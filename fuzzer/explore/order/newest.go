package order

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// Kept is a strategy whose runs count as met, so that their choices are kept although they end well. Such runs are recorded
// beside the base schedule.
type Kept struct{ point.Strategy }

// Met is true: the choices of each run are kept.
func (s *Kept) Met() bool { return true }

// Next chooses the goroutine that is next.
func (s *Kept) Next(p *point.Point) int {
	p.Met = true
	return s.Strategy.Next(p)
}

// maxHasty is how many timers fire early in such a run: a ticker fires for ever.
const maxHasty = 8

// hasty lets time go on as soon as a goroutine waits, although others could run, where timers
// may fire early. A run comes to the code after a timeout then.
type hasty struct {
	Order
	fired int
}

func (s *hasty) Begin(int) {
	s.Reset()
	s.fired = 0
}

func (s *hasty) End(int) bool { return false }

// isDue reports whether the clock goes on, the last of those that could run.
func (s *hasty) isDue(p *point.Point) bool {
	if p.Runner() >= 0 || len(p.Goroutines()) == len(p.Enabled) || s.fired == maxHasty {
		return false
	}
	s.fired++
	return true
}

// Oldest is the base schedule but for the clock.
type Oldest struct{ hasty }

// Next chooses the goroutine that is next.
func (s *Oldest) Next(p *point.Point) int {
	if s.isDue(p) {
		return len(p.Goroutines())
	}
	return s.Choose(p, s.Rank(p), 0)
}

// Newest runs the newest goroutine that can run, where the base schedule runs the oldest one.
// Its single run comes to code that the base schedule leaves out, such as the steps of a goroutine
// before its creator goes on.
type Newest struct{ hasty }

// Next chooses the goroutine that is next.
func (s *Newest) Next(p *point.Point) int {
	r, list := p.Runner(), p.Goroutines()
	if s.isDue(p) {
		return len(list)
	}
	if r >= 0 && p.Offers() && len(list) > 1 {
		return s.Choose(p, s.Rank(p), 0)
	}
	next := 0
	for i := range list {
		if list[i].ID > list[next].ID {
			next = i
		}
	}
	s.last = list[next].ID
	return next
}

// Turned is the base schedule in the other order: a goroutine goes on until it waits, and then the
// newest one is next.
type Turned struct{ Order }

// Begin begins a run.
func (s *Turned) Begin(int) { s.Reset() }

// End ends a run, and reports whether there is another one.
func (s *Turned) End(int) bool { return false }

// Next chooses the goroutine that is next.
func (s *Turned) Next(p *point.Point) int {
	if p.Runner() >= 0 {
		return s.Choose(p, s.Rank(p), 0)
	}
	next := len(p.Goroutines()) - 1 // they are sorted
	s.last = p.Enabled[next].ID
	return next
}
