// Package schedules computes the possible behaviour of a program of package program. It
// looks at every state that any schedule leads to. Verdicts are compared with this
// truth, so it is as simple as it can be: no reduction, no symmetry, no cleverness.
//
// # How a datum flows
//
//	program.Program --compile--> code of every goroutine, calls written out   code.go
//	code --step--> state graph                                                 state.go step.go comm.go
//	state graph --> the goroutines that no continuation moves again            graph.go
//	            --> Truth: the deadlocks, each with its sites and a witness    truth.go
//
// # Blocked for ever
//
// A goroutine is blocked for ever in a state when it does not move on any path from
// there. So a goroutine that only ticks hides no deadlock. A pending timer rescues the
// goroutines that it can wake, because firing it is a step like any other.
//
// # Time
//
// A goroutine can be held up for any time between any two operations. A timer
// therefore fires at any time after its start, in any order with others, and
// time.Sleep delays nothing for sure. [Likely] is the one exception: the runs that
// clocks and start order make likely.
//
// # Deviations from Go
//
// TryLock fails only when the lock is taken; an RWMutex announces a writer and takes
// no new reader from then on, as package sync documents. Everything that panics is
// reported in Truth.Panics, and the state is not followed further.
package schedules

import (
	"errors"
	"fmt"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// MaxStates bounds the states of a program. Explore refuses a program with more.
const MaxStates = 30_000

// ErrTooMany says that a program has more than MaxStates states.
var ErrTooMany = errors.New("the program has too many states; write a smaller one")

// Explore looks at all schedules of p.
func Explore(p *program.Program) (*Truth, error) {
	m, err := compile(p, false)
	if err != nil {
		return nil, err
	}
	g, err := m.explore()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return g.truth(), nil
}
