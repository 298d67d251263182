// Package steer holds goroutines back until an error that is looked for is there. It may be two accesses of one object ([Force]), a
// cycle of locks ([Breakpoints]), or an order of calls. Algorithm 11 of Joshi: Active testing of concurrent programs.
package steer

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// stops is the part of two strategies that hold goroutines back at breakpoints: Algorithm 11
// of the thesis (Joshi: Active testing of concurrent programs, section 7.5). The error is the
// [analysis]: a race is one ([force]), a cycle of locks is another one ([breakpoints]).
//
// A goroutine goes on that is not held back. When all are held back, one of them goes on: this
// is the paper's rule for thrashing. A goroutine before the first lock of its breakpoint
// gives way to all that are not held back, and goes on before those at breakpoints (7.4).
//
// Deviations from the paper: the first runs choose as the base schedule does among those that
// are not held back, later ones at random. When all that go on spin, one goes on that is held
// back, since they may wait for it. The paper's threads are then enabled for ever.
type stops struct {
	order.Base
	config config.Config
	check  analysis
	random random.Random
	steady int  // the first so many runs do not choose at random
	draws  bool // this run chooses at random
	turn   int  // number of this run
	freed  bool // a goroutine that was held back went on since the others spin
	inTurn bool // of those that are held back, the one with the lowest breakpoint goes on
	spins  int  // points at which a goroutine spun or yielded, since a held goroutine went on
	free   [point.MaxGoroutines]uint16
}

// An analysis says which goroutines are held back.
type analysis interface {
	stopped(a *point.Goroutine) stop
}

// A stop is why a goroutine is held back.
type stop uint8

const (
	goesOn       stop = iota
	atGate            // before the first lock of its breakpoint
	atBreakpoint      // at it
)

// patience is how many points at which goroutines spin or yield end a stop.
const patience = 64

func (s *stops) Begin(run int) {
	s.Reset()
	s.random, s.draws, s.spins, s.turn = random.Seeded(s.config.Seed, run), s.round(run) >= s.steady, 0, s.round(run)
	s.freed = false
}

// round is the number of a run among those of its shard.
func (s *stops) round(run int) int { return (run - s.config.Shard) / max(s.config.Shards, 1) }

// other chooses among those that are not held back. When there are none, or all of them spin, one goes on
// that is.
func (s *stops) other(p *point.Point) int {
	all := p.Goroutines()
	if p.Offers() {
		s.spins++
	}
	n := s.those(all, goesOn)
	switch {
	case n > 0 && (s.spins < patience || n == len(all)):
		return s.among(p, n)
	case n == 0 && s.config.Early && len(all) < len(p.Enabled):
		return len(all) // the other one may come when time goes on
	}
	s.spins, s.freed = 0, s.freed || n > 0
	if n = s.those(all, atGate); n > 0 {
		return s.among(p, n)
	}
	n = s.those(all, atBreakpoint)
	return int(s.free[s.held(all, n)])
}

// held chooses one of n that are held back. Where timers may fire early, it is the newest one in one of three runs by turns,
// and the oldest one in another: a goroutine on the way to the object that another one waits for comes by objects of
// its own, and must go on at each of them.
func (s *stops) held(all []point.Goroutine, n int) int {
	if s.inTurn {
		return s.lowest(all, n)
	}
	if s.config.Early {
		switch s.turn % 3 {
		case 1:
			return n - 1
		case 2:
			return 0
		}
	}
	return s.random.Below(n)
}

// lowest is the one of n that are held back whose breakpoint has the lowest number.
func (s *stops) lowest(all []point.Goroutine, n int) (k int) {
	for i := range n {
		if all[s.free[i]].Edge < all[s.free[k]].Edge {
			k = i
		}
	}
	return k
}

// those notes the goroutines that are held back for a reason, and returns how many they are.
func (s *stops) those(all []point.Goroutine, why stop) (n int) {
	for i := range all {
		if n < len(s.free) && s.check.stopped(&all[i]) == why {
			s.free[n] = uint16(i)
			n++
		}
	}
	return n
}

// among chooses among the first n that were noted.
func (s *stops) among(p *point.Point, n int) int {
	if s.draws {
		return int(s.free[s.random.Below(n)])
	}
	return s.oldest(p, n)
}

// oldest is the base schedule among the first n that were noted: the goroutine that runs goes
// on, and else the oldest one.
func (s *stops) oldest(p *point.Point, n int) int {
	for _, i := range s.free[:n] {
		if int(i) == p.Runner() && !p.Offers() {
			return int(i)
		}
	}
	for _, i := range s.free[:n] {
		if int(i) != p.Runner() {
			return int(i)
		}
	}
	return int(s.free[0])
}
