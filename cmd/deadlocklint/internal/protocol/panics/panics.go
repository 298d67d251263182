// Package panics looks for schedules of a test that end badly because of an order of calls. A panic outside of the tests
// does so, or a test that fails. A native run shows an order of calls by chance. A test is explored, by the seed alone. A run that
// ends badly is made again with the recorder on. Its recording has the calls of the shared object.
//
// The package words no finding, and knows no automata.
package panics

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// exploredRuns is how many schedules of a test are looked at.
const exploredRuns = 200

// exploredTime is how long the processes of a test may take for that.
const exploredTime = 10 * time.Second

// stall is for how long other goroutines stand still at most while timers fire early, as explore has it.
const stall = time.Minute

// A Search is that of a session.
type Search struct {
	Dir     string // of the session
	Seed    uint64
	Checked func(typ string) bool // the calls of a type count
	Order   typestate.Order       // of calls that are concurrent

	// FailsAnew reports whether a call failed as none does in the recorded runs of a target.
	FailsAnew func(t *record.Target, c *typestate.Call) bool

	Read func(file string, t *record.Target) (*typestate.Recording, error)
	Over func() bool // the time is used up
	Say  func(test string)

	done map[string]bool
}

// Of are the failures under schedules of some tests of a target, each test once.
func (s *Search) Of(ctx context.Context, t *record.Target, tests []string) (found []*Failure, err error) {
	for _, test := range tests {
		if s.done[t.ID+" "+test] || s.Over() || ctx.Err() != nil {
			continue
		}
		if s.done == nil {
			s.done = map[string]bool{}
		}
		s.done[t.ID+" "+test] = true
		more, err := s.inTest(ctx, t, test)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// inTest are those of one test, each place once.
func (s *Search) inTest(ctx context.Context, t *record.Target, test string) (found []*Failure, err error) {
	s.Say(test)
	work, err := os.MkdirTemp(s.Dir, "panics-")
	if err != nil {
		return nil, fmt.Errorf("cannot explore %s: %w; free some space in %s", test, err, s.Dir)
	}
	own := *t
	own.Env = append(slices.Clone(t.Env), explorer.EnvNoMemoryPoints)
	c := config.Config{Strategy: "auto", Seed: s.Seed, Depth: 2, Settings: auto.Settings{Ways: auto.WaysUntimed}}
	explore.Within(&c, explorer.StallSetting(stall))
	opt := explorer.Options{Config: c, Seed: s.Seed, Runs: exploredRuns, Served: exploredTime}
	list, err := explorer.Test(ctx, &own, work, test, nil, opt, func(explorer.Progress) {})
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		for i := range r.Endings {
			e := &r.Endings[i]
			if !e.IsElsewhere() && (!e.Failed || r.Fails) || !r.Counts(e) || ctx.Err() != nil {
				continue
			}
			one, err := s.again(ctx, t, &own, r.Test, e)
			if err != nil {
				return nil, err
			}
			if one != nil && !slices.ContainsFunc(found, one.like) {
				found = append(found, one)
			}
		}
	}
	return found, nil
}

// again makes a run of a target again with the recorder on, nil when it does not end so or has no call of a checked type.
func (s *Search) again(ctx context.Context, recorded, t *record.Target, test string, e *explorer.Ending) (*Failure, error) {
	before, err := record.Traces(s.Dir)
	if err != nil {
		return nil, err
	}
	if err := explorer.RepeatAlone(ctx, t, s.Dir, test, e, io.Discard); err != nil || !e.Seen.Again {
		return nil, err
	}
	targets, err := record.Targets(s.Dir)
	if err != nil {
		return nil, err
	}
	names, err := record.Traces(s.Dir)
	if err != nil {
		return nil, err
	}
	made := targets[e.Seen.Target]
	for _, name := range names {
		if slices.Contains(before, name) {
			continue
		}
		r, err := s.Read(name, made)
		if err != nil {
			return nil, err
		}
		if f := s.failure(r, recorded, e); f != nil {
			f.Run, f.InTest, f.Target = e.Run, test, made
			return f, nil
		}
	}
	return nil, nil
}

// Tests are the tests of a target that its arguments select.
func Tests(ctx context.Context, t *record.Target) ([]string, error) { return explorer.Selected(ctx, t) }

// Schedule names the schedule of a failure.
func (f *Failure) Schedule() string {
	if f.Run == boundary.Base {
		return "the base schedule"
	}
	return fmt.Sprintf("schedule %d", f.Run)
}
