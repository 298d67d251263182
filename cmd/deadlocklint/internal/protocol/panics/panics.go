// Package panics looks for calls on shared objects that panic under a schedule of a test. A native run shows an order of calls
// by chance. A test is explored, by the seed alone. A run in which Go ended the process outside of the tests is
// made again with the recorder on. Its recording has the call that panicked.
//
// The package words nothing, and knows no automata.
package panics

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// exploredRuns is how many schedules of a test are looked at.
const exploredRuns = 200

// exploredTime is how long the processes of a test may take for that.
const exploredTime = 10 * time.Second

// A Call has panicked in a schedule of a test, in code outside of the tests.
type Call struct {
	*typestate.Call
	Path   []*typestate.Call // of the object, the call itself last
	Reason string            // Go's word for the end of the process
	Run    int               // number of the schedule
	InTest string
	Target *record.Target // of the repetition
}

// A Search is that of a session.
type Search struct {
	Dir   string // of the session
	Seed  uint64
	Types []string // that are checked
	Read  func(file string, t *record.Target) (*typestate.Recording, error)
	Over  func() bool // the time is used up
	Say   func(test string)

	done map[string]bool
}

// Of are the calls of the checked types that panic in schedules of the tests with these races.
func (s *Search) Of(ctx context.Context, t *record.Target, races []typestate.Race) (found []*Call, err error) {
	for _, race := range races {
		test, _, _ := strings.Cut(race.First.Test, "/")
		if t == nil || test == "" || s.done[t.ID+" "+test] || !slices.Contains(s.Types, race.Type) || s.Over() {
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

// inTest are those of one test, each site once.
func (s *Search) inTest(ctx context.Context, t *record.Target, test string) (found []*Call, err error) {
	s.Say(test)
	work, err := os.MkdirTemp(s.Dir, "panics-")
	if err != nil {
		return nil, fmt.Errorf("cannot explore %s: %w; free some space in %s", test, err, s.Dir)
	}
	own := *t
	own.Env = append(slices.Clone(t.Env), explorer.EnvNoMemoryPoints)
	opt := explorer.Options{Config: explore.Config{Strategy: "auto", Seed: s.Seed, Depth: 2}, Seed: s.Seed, Runs: exploredRuns, Served: exploredTime}
	list, err := explorer.Test(ctx, &own, work, test, nil, opt, func(explorer.Progress) {})
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		for i := range r.Endings {
			e := &r.Endings[i]
			if !e.IsElsewhere() || !r.Counts(e) || ctx.Err() != nil {
				continue
			}
			one, err := s.again(ctx, &own, r.Test, e)
			if err != nil {
				return nil, err
			}
			if one != nil && !slices.ContainsFunc(found, func(o *Call) bool { return o.Site == one.Site }) {
				found = append(found, one)
			}
		}
	}
	return found, nil
}

// again makes a run again with the recorder on, nil when no call of a checked type panics there.
func (s *Search) again(ctx context.Context, t *record.Target, test string, e *explorer.Ending) (*Call, error) {
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
		if c, path := s.unwound(r); c != nil {
			return &Call{c, path, e.Reason(), e.Run, test, made}, nil
		}
	}
	return nil, nil
}

// unwound is the last call of a checked type that has panicked, and the calls on its object up to it.
func (s *Search) unwound(r *typestate.Recording) (last *typestate.Call, path []*typestate.Call) {
	for _, c := range r.Calls {
		if c.Outcome == typestate.Unwound && slices.Contains(s.Types, c.Type) {
			last = c
		}
	}
	for _, c := range r.Calls {
		if last != nil && c.Object == last.Object {
			if path = append(path, c); c == last {
				break
			}
		}
	}
	return last, path
}
