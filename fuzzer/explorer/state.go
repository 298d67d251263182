package explorer

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// A State is the data that a process leaves for the next one to carry on, with the
// outcome of its runs. It goes through a file: the text of a search may have megabytes.
type State struct {
	Next     int           // number of the next run
	Config   config.Config // the strategy that carries on
	Tally    Tally
	All      bool // the strategy has no other schedule
	Complete bool // and has visited every one within its bound
	Cut      bool // there are schedules beyond the bound
	Below    int  // each schedule with fewer preemptions was visited
}

// Checkpoints says of tests and calls where an earlier command was interrupted, by name. One
// that it has finished has no Config.
type Checkpoints map[string]State

// Finished reports whether a test, and each call that it is known to make, is finished.
func (c Checkpoints) Finished(name string) bool {
	own, begun := c[name]
	for call, state := range c {
		if test, _, ok := strings.Cut(call, "/"); ok && test == name {
			return false // it may make others
		} else if ok && call == name && !state.Config.IsNone() {
			return false
		}
	}
	return begun && own.Config.IsNone()
}

// A Tally has the outcome of the runs of a strategy.
type Tally struct {
	Runs, Steps int
	Met         int            `json:",omitempty"` // of the runs: two goroutines stood at the accesses that were forced
	Bad         int            `json:",omitempty"` // of the runs: they ended as an Ending that is Bad
	Traces      uint64         `json:",string"`    // a sum over the runs: another one when a run is another one
	Inputs      boundary.Input // their inputs that no strategy chooses

	// The estimate of the number of schedules, see random.Estimate.Parts.
	Weights       int
	Mean, Squares float64

	// The runs for which the bound of pct holds, with most goroutines and choices.
	Bounded, Goroutines, Choices int
}

// Estimate is that of the number of schedules.
func (t *Tally) Estimate() random.Estimate {
	return random.EstimateOf(t.Weights, t.Mean, t.Squares)
}

// Add adds other runs of the same test.
func (t *Tally) Add(o Tally) {
	e := t.Estimate()
	e.Merge(o.Estimate())
	t.Weights, t.Mean, t.Squares = e.Parts()
	t.Runs, t.Steps, t.Inputs = t.Runs+o.Runs, t.Steps+o.Steps, t.Inputs|o.Inputs
	t.Traces += o.Traces
	t.Met, t.Bad = t.Met+o.Met, t.Bad+o.Bad
	t.Bounded += o.Bounded
	t.Goroutines, t.Choices = max(t.Goroutines, o.Goroutines), max(t.Choices, o.Choices)
}

// readState reads the file of a process; nil when it has left none.
func readState(name string) (*State, error) {
	b, err := regular.Read(name, regular.Limit)
	if err != nil {
		return nil, nil
	}
	var l boundary.State
	if err := boundary.ReadOne(string(b), &l); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	config, complaint := explore.Parse(l.Config)
	if complaint != "" {
		return nil, fmt.Errorf("%s: %s", name, complaint)
	}
	return &State{
		Next: l.Next, Config: config, All: l.All, Complete: l.Complete, Cut: l.Cut, Below: l.Below,
		Tally: Tally{
			Runs: l.Runs, Steps: l.Steps, Met: l.Met, Bad: l.Bad, Traces: l.Traces, Inputs: l.Inputs,
			Weights: l.Weights, Mean: l.Mean, Squares: l.Squares, Bounded: l.Bounded, Goroutines: l.Goroutines, Choices: l.Choices,
		},
	}, nil
}
