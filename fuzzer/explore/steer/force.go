package steer

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// The values of Goroutine.Access. A goroutine may stand at both accesses at once, when
// these are one place.
const (
	First  = 1 << iota // at the first of the two accesses
	Second             // at the second
	Inside             // in the middle of a write to a map, which was one of them
)

// Behind is an order of the strategy force, beside First and Second. A goroutine that has made
// the second access is held back after it, until another one comes to the first access of the
// same object. The other one then runs alone, so all its steps are after the second access.
const Behind = First | Second

// Whole is an order of the strategy force that keeps blocks whole. A first access begins a
// block, and a second access of the same object ends it. A goroutine is held back at the first
// access while another one is in the block. Orders that break a block are compared with it.
const Whole = 4

// force makes two goroutines stop at two accesses of one object, and then lets one of them go
// first and the other come right after it (Sen: Race directed random testing of concurrent
// programs, PLDI 2008). A goroutine that comes to one of the accesses is held back until
// another one comes to the other access of the same object. When all that could run are held
// back, one of them goes on.
//
// Deviations from the paper: the order is given, so that each order can be judged alone; the
// two are forced once in a run, and the base schedule follows, so that what comes of it comes
// of the order. With Force.Again, in every second run the two are forced again whenever they
// come together: the first time may do nothing. With Force.Later, one of four
// runs by turns lets the first time pass, or the first two: only the last time may do harm.
// With Force.Turns, goroutines are held back at one of the accesses alone, and it changes from
// run to run. A goroutine may come by the one access to stand at the other: a value that it puts into a
// pool can then be taken. With Force.Slow, in every second run the second goroutine
// does not come right after the first: it waits until no other goroutine goes on.
type force struct {
	stops
	Force
	again  bool    // this run forces the two again and again
	slow   bool    // in this run the second goroutine is slow,
	waits  bool    // and waits: that is second
	met    bool    // both stood at their accesses
	stays  uint8   // goroutines are held back at these accesses
	passes int     // so many times the other one goes first
	next   bool    // the second of them is next,
	second uint32  // which is this goroutine
	passed passing // Behind: the goroutine that has come by the second access
	inside blocks  // Whole: goroutines in the middle of a block
}

// NewForce returns a strategy that forces two accesses.
func NewForce(c config.Config) point.Strategy {
	s := &force{stops: stops{config: c, steady: 1}, Force: config.SettingsOf[Force](&c)}
	if s.Again || s.Turns || s.Slow {
		s.steady = 2
	}
	if s.Later {
		s.steady = 4
	}
	s.check = s
	return s
}

func (s *force) Begin(run int) {
	s.stops.Begin(run)
	s.again = s.Again && s.round(run)%2 == 1
	s.stays = First | Second
	if s.Turns {
		s.stays = [2]uint8{Second, First}[s.round(run)%2]
	}
	s.slow, s.waits = s.Slow && s.round(run)%2 == 1, false
	s.passes = 0
	if s.Later {
		s.passes = s.round(run) / 2 % maxPasses
	}
	s.met, s.next, s.passed.on, s.inside.n = false, false, false, 0
}

// maxPasses is one more than the number of times that pass, at most.
const maxPasses = 3

// Next also says whether a goroutine is held back at the second access during the step.
func (s *force) Next(p *point.Point) int {
	if s.Order == Whole {
		i := s.other(p)
		if i < len(p.Enabled) {
			s.inside.note(&p.Enabled[i])
		}
		return i
	}
	s.passed.look(p)
	i := s.choose(p)
	p.Held = holds(p, i)
	if s.Order == Behind {
		s.passed.pass(&p.Enabled[i])
	}
	return i
}

// holds reports whether a goroutine besides the chosen one stands at the second access.
func holds(p *point.Point, chosen int) bool {
	for i := range p.Enabled {
		if i != chosen && p.Enabled[i].Access&Second != 0 {
			return true
		}
	}
	return false
}

func (s *force) choose(p *point.Point) int {
	if s.next {
		s.next = false
		if i := p.IndexOf(s.second); i >= 0 {
			return i
		}
	}
	if !s.met || s.again {
		if i, j := s.pair(p); i >= 0 && j >= 0 && s.passes > 0 {
			s.passes--
			s.next, s.second = true, p.Enabled[i].ID
			return j
		} else if i >= 0 {
			s.met, s.next, s.second, p.Met = true, j >= 0, 0, true
			if s.passed.on = false; j >= 0 {
				s.second = p.Enabled[j].ID
				s.waits, s.next = s.slow, !s.slow
			}
			return i
		}
	}
	if s.met && !s.again && !s.waits {
		return s.Base.Next(p)
	}
	i := s.other(p)
	s.waits = s.waits && p.Enabled[i].ID != s.second
	return i
}

// pair returns the goroutine that goes first and the one after it, when two stand at the two
// accesses of one object, and else -1. When both accesses are one place, Second lets the
// goroutine go first that was started later. With Behind no goroutine is right behind the first.
func (s *force) pair(p *point.Point) (first, second int) {
	if s.Order == Behind {
		return s.foreign(p), -1
	}
	side := uint8(First)
	if s.Order == Second {
		side = Second
	}
	for i := range p.Enabled {
		a := &p.Enabled[i]
		if a.Access&side == 0 || a.Object == 0 {
			continue
		}
		for j := range p.Enabled {
			b := &p.Enabled[j]
			if i == j || b.Object != a.Object || b.Access&(First+Second-side) == 0 {
				continue
			}
			if both := uint8(First | Second); side == Second && a.Access&b.Access&both == both {
				return j, i
			}
			return i, j
		}
	}
	return -1, -1
}

// foreign returns a goroutine at the first access while another one is held back after the
// second access of the same object, and else -1. It waits for those that stand at a second
// access: they are in the middle of something that is meant to be whole.
func (s *force) foreign(p *point.Point) int {
	for i := range p.Enabled {
		if p.Enabled[i].Access&(First|Second) == Second {
			return -1
		}
	}
	for i := range p.Enabled {
		a, t := &p.Enabled[i], &s.passed
		if t.isBehind(p) && a.Access&First != 0 && (s.Apart || a.Object == t.object) && a.ID != t.id {
			return i
		}
	}
	return -1
}

// stopped is the analysis of [stops]: a goroutine is held back until another one comes.
func (s *force) stopped(a *point.Goroutine) stop {
	held := a.Access&s.stays != 0
	if s.waits {
		held = a.ID == s.second
	}
	switch s.Order {
	case Behind:
		held = a.Access&(First|Second) == First || s.passed.stops(a)
	case Whole:
		held = a.Access&First != 0 && s.inside.has(a)
	}
	if held {
		return atBreakpoint
	}
	return goesOn
}

func (s *force) End(int) bool { return true }

// Met reports whether the run has come to the two accesses.
func (s *force) Met() bool { return s.met }
