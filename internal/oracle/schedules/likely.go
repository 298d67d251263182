package schedules

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// maxSteps bounds a likely run: goroutines that tick never end.
const maxSteps = 1000

// An Outcome is how a likely run ends.
type Outcome int

// The outcomes.
const (
	Passes Outcome = iota // and every goroutine ends, or only ticks
	Leaves                // goroutines blocked after a test that ended
	Hangs                 // the test function is blocked
)

// A Natural has the properties of the likely runs of a program.
type Natural struct {
	Outcome Outcome       // the worst
	Takes   time.Duration // the longest
}

// tosses is how many likely runs are looked at.
const tosses = 24

// Likely runs p several times, in the order that clocks and the start of goroutines make
// likely. Sleeps and timers take their time. Simultaneous steps happen in any order. Likely
// stops early when enough is true of the runs so far.
func Likely(p *program.Program, enough func(Natural) bool) (Natural, error) {
	m, err := compile(p, true)
	if err != nil {
		return Natural{}, err
	}
	var n Natural
	for toss := 0; toss < tosses && !enough(n); toss++ {
		r := &run{m: m, s: m.start(), due: map[int]int64{}, coin: rand.New(rand.NewPCG(0, uint64(toss)))}
		n.Outcome = max(n.Outcome, r.outcome(r.toTheEnd()))
		n.Takes = max(n.Takes, time.Duration(r.now))
	}
	return n, nil
}

// toTheEnd reports whether goroutines went on when maxSteps were made.
func (r *run) toTheEnd() bool {
	for range maxSteps {
		if !r.step() {
			return false
		}
	}
	return true
}

// A run is a run with a clock.
type run struct {
	m    *machine
	s    *state
	now  int64
	due  map[int]int64 // when the timer, the sleep or the timeout of a slot ends
	coin *rand.Rand
}

func (r *run) outcome(ticks bool) Outcome {
	out := Passes
	for slot, g := range r.s.goroutines {
		switch {
		case slot == 0 && g.status == live:
			return Hangs
		case g.status == live && !ticks:
			out = Leaves
		}
	}
	return out
}

// step makes one of the steps that are possible now. When there is none, time passes
// until the next one is.
func (r *run) step() bool {
	moves := r.m.moves(r.s)
	var now []*move
	soonest := int64(math.MaxInt64)
	for i := range moves {
		at := r.now
		if r.needsTime(&moves[i]) {
			at = r.dueAt(&moves[i])
		}
		if at <= r.now {
			now = append(now, &moves[i])
		}
		soonest = min(soonest, at)
	}
	switch {
	case len(now) > 0:
		r.take(metInstead(moves, now[r.coin.IntN(len(now))]))
	case len(moves) > 0:
		r.now = soonest
	default:
		return false
	}
	return true
}

// needsTime reports whether a move is the end of a sleep, or a timer that fires.
func (r *run) needsTime(mv *move) bool {
	switch mv.op {
	case program.Sleep, program.After:
		return true
	case program.AfterFunc:
		return len(mv.actors) == 0
	}
	return false
}

// metInstead returns the rendezvous that a select with a default finds, if any.
func metInstead(moves []move, mv *move) *move {
	if mv.op != program.Default {
		return mv
	}
	for i := range moves {
		if a := moves[i].actors; len(a) == 2 && slices.Contains(a, mv.actors[0]) {
			return &moves[i]
		}
	}
	return mv
}

// dueAt notes when a slot began to wait, and returns when that ends.
func (r *run) dueAt(mv *move) int64 {
	slot := r.slotOf(mv)
	at, ok := r.due[slot]
	if !ok {
		at = r.now + int64(mv.delay)
		r.due[slot] = at
	}
	return at
}

// slotOf is the goroutine that waits, or that a timer starts.
func (r *run) slotOf(mv *move) int {
	if len(mv.actors) > 0 {
		return mv.actors[0]
	}
	for slot, by := range r.m.started {
		if by != nil && by.Site == mv.site && r.s.goroutines[slot].status == pending {
			return slot
		}
	}
	return 0
}

func (r *run) take(mv *move) {
	for _, slot := range mv.actors {
		delete(r.due, slot)
	}
	if len(mv.actors) == 0 {
		delete(r.due, r.slotOf(mv))
	}
	r.s = mv.to
}
