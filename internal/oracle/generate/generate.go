// Package generate draws programs of package program at random: small tests that
// pass nearly always, and of which many can hang.
//
// # How a datum flows
//
//	seed --> Program --> draft: objects, tasks, what carries them, how main waits   draft.go
//	                       tasks: nested locks, gates, TryLock                      task.go
//	                       carriers: goroutines, jobs, Once, select, joins          carrier.go
//	                       talk: channels between tasks, timeouts, rescues          talk.go
//	         --> schedules.Explore says what it can do; another draft when that was not wanted
//
// Program is a function of its arguments alone. It hands out no program that has
// more states than package schedules looks at, or that can panic.
package generate

import (
	"fmt"
	"math/rand/v2"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
	"github.com/deadlocklint/deadlocklint/internal/oracle/schedules"
)

// A Drawn is a program with its known properties.
type Drawn struct {
	*program.Program
	Truth   *schedules.Truth
	Natural schedules.Outcome // of the likely run

	// Rescued says that some goroutines could be blocked for ever if no timer fired.
	Rescued bool
}

// maxDrafts bounds how often a program is drawn before it is taken as it is.
const maxDrafts = 600

// The shares of programs that are asked for, in per cent.
const (
	blocks     = 50 // some goroutines can be blocked for ever
	accidental = 50
	rescued    = 15
	leaves     = 8 // the likely run may leave goroutines blocked
	slow       = 3 // the likely run needs a timer
)

// A wish has the properties that a draft must have to be taken.
type wish struct {
	blocks, accidental, rescued, slow, leaves, hangs bool
}

// Program draws the program with this seed and number. The likely run of a program
// that hangs does so; of all others it ends.
func Program(seed uint64, number int, hangs bool) (Drawn, error) {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	w := wish{percent(r, blocks), percent(r, accidental), percent(r, rescued), percent(r, slow), false, false}
	w.leaves = percent(r, leaves)
	if hangs {
		w.hangs, w.blocks, w.slow = true, true, true
	}
	for n := range maxDrafts {
		if n == maxDrafts/2 {
			w.slow, w.rescued, w.leaves = true, false, true
		}
		p := draft(r, w).Clone() // nothing in it is in two places
		p.Name = fmt.Sprintf("p%04d", number)
		p.Number()
		if d, ok := w.take(p); ok {
			return d, nil
		}
	}
	return Drawn{}, fmt.Errorf("seed %d, program %d: no draft of %d was like %+v; change a share", seed, number, maxDrafts, w)
}

func percent(r *rand.Rand, n int) bool { return r.IntN(100) < n }

// take reports whether p meets the wish.
func (w wish) take(p *program.Program) (Drawn, bool) {
	d := Drawn{Program: p}
	if w.accidental != p.Accidental() && !w.rescued {
		return d, false
	}
	likely, err := schedules.Likely(p, w.refuses)
	if err != nil || w.refuses(likely) || w.hangs && likely.Outcome != schedules.Hangs {
		return d, false
	}
	d.Natural = likely.Outcome
	if d.Truth, err = schedules.Explore(p); err != nil || len(d.Truth.Panics) > 0 {
		return d, false
	}
	if w.blocks != (len(d.Truth.Deadlocks) > 0) {
		return d, false
	}
	d.Rescued, err = schedules.Rescued(p, d.Truth)
	return d, err == nil && (d.Rescued || !w.rescued)
}

// refuses reports whether the likely runs are already against the wish,
// so that further runs cannot change it.
func (w wish) refuses(n schedules.Natural) bool {
	switch {
	case w.hangs:
		return false
	case n.Outcome == schedules.Hangs, n.Outcome == schedules.Leaves && !w.leaves:
		return true
	}
	return n.Takes >= late && !w.slow
}

// Known returns what there is to know about a program that was not drawn here.
func Known(p *program.Program) (Drawn, error) {
	d := Drawn{Program: p}
	likely, err := schedules.Likely(p, func(n schedules.Natural) bool { return n.Outcome == schedules.Hangs })
	if err != nil {
		return d, err
	}
	d.Natural = likely.Outcome
	if d.Truth, err = schedules.Explore(p); err != nil {
		return d, err
	}
	d.Rescued, err = schedules.Rescued(p, d.Truth)
	return d, err
}
