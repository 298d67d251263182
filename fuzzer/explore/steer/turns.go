package steer

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// turns keeps an order of calls: Algorithm 11 with the calls of a typestate violation as
// breakpoints. The engine says before which step of a plan a goroutine stands whose turn has not come.
// It is held back until the steps before have returned.
//
// When all are held back, the one with the lowest step goes on, which keeps the order in which calls begin: a call
// before it has begun, and waits for something. Where timers may fire early, they do so first.
// A run has met what it forces, in the words of the engine, when one goes on that was held back since the others spin: they may wait
// for it, and need not.
type turns struct{ stops }

// NewTurns returns a strategy that keeps an order of calls.
func NewTurns(c config.Config) point.Strategy {
	s := &turns{stops{config: c, steady: 1, inTurn: true}}
	s.check = s
	return s
}

func (s *turns) Next(p *point.Point) int {
	i := s.other(p)
	p.Met = s.freed
	return i
}

// stopped is the analysis of [stops].
func (s *turns) stopped(a *point.Goroutine) stop {
	if a.Edge != 0 {
		return atBreakpoint
	}
	return goesOn
}

func (s *turns) End(int) bool { return true }

// Met reports whether a goroutine went on since the others spin.
func (s *turns) Met() bool { return s.freed }
