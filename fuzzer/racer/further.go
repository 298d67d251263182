package racer

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// further is how many runs of random choices are recorded, beside the base schedule and a run
// in which each new goroutine goes first.
const further = 4

// recordFurther records other runs than that of the base schedule, and forces their further
// predictions. Under the base schedule a goroutine may find that its creator has closed
// the object that it would use, and then the code in which both meet does not run. A message may arrive
// that orders two accesses, where another message could have arrived.
//
// Such a run may end badly. That is no effect of a race: each order of its races is made to
// happen and judged as always, against the base schedule.
func (s *search) recordFurther(ctx context.Context) error {
	if err := s.recordForced(ctx); err != nil {
		return err
	}
	configs := []config.Config{{Strategy: "newest"}}
	for i := range further {
		configs = append(configs, config.Config{Strategy: "drawn", Seed: s.opt.Seed + uint64(i)})
	}
	for i, c := range configs {
		e, err := s.runOf(ctx, i, c)
		if err == nil && e != nil {
			err = s.forceOf(ctx, s.target, e)
		}
		if err != nil {
			return err
		}
	}
	return s.recordEarly(ctx, len(configs))
}

// Runs of random choices in which timers of any length may fire early: how many are made at
// most, and how many with such a timer are recorded.
const (
	earlyTries = 8
	earlyRuns  = 2
)

// recordEarly records runs in which a timer fires while goroutines can run. The function of a
// timer that is stopped in time is in no other run. first is the number of its first run.
func (s *search) recordEarly(ctx context.Context, first int) error {
	for i, left := 0, earlyRuns; i < earlyTries && left > 0; i++ {
		e, err := s.runOf(ctx, first+i, config.Config{Strategy: "drawn", Seed: s.opt.Seed + uint64(i), Early: true, Far: true})
		if err != nil {
			return err
		}
		if e == nil || len(e.Early) == 0 {
			continue
		}
		left--
		if err := s.forceOf(ctx, s.target, e); err != nil {
			return err
		}
	}
	return nil
}

// maxForced is how many runs of forced orders are recorded, at most.
const maxForced = 8

// A forcedRun is a run of an order that ended well.
type forcedRun struct {
	target *record.Target
	ending explorer.Ending
}

// keepForced keeps a run of each order of a race, to be recorded. A goroutine that reads another
// value may take another branch, such as that of a variable that is not set yet. Then it comes to code
// that no other recorded run has executed.
func (s *search) keepForced(f *ForcedRace) {
	for i := range f.Orders {
		if o := &f.Orders[i]; o.first != nil && len(s.others) < maxForced {
			s.others = append(s.others, *o.first)
		}
	}
}

// recordForced records the runs of forced orders that were kept, also those that come on the way.
func (s *search) recordForced(ctx context.Context) error {
	for i := 0; i < len(s.others) && !s.late() && ctx.Err() == nil; i++ {
		if err := s.forceOf(ctx, s.others[i].target, &s.others[i].ending); err != nil {
			return err
		}
	}
	return nil
}

// recordLate records a run that goes on after the end of its test while timers start
// functions: natively that happens when other tests follow, or the process goes on for another
// reason. A function that logs in the test, or fails it, comes too late then. A run that ends its
// process says nothing: the function does that in each order.
func (s *search) recordLate(ctx context.Context) error {
	if s.late() || ctx.Err() != nil {
		return nil
	}
	t := with(s.target, explorer.EnvLateTimers)
	e, err := s.baseOf(ctx, t, "late")
	if err != nil || e == nil || e.Goroutines == s.ended.Goroutines || e.Crash != "" {
		return err
	}
	return s.forceOf(ctx, t, e)
}

// baseOf makes the run under the base schedule with more variables, nil when it does not end.
func (s *search) baseOf(ctx context.Context, t *record.Target, name string) (*explorer.Ending, error) {
	list, err := baseRuns(ctx, t, filepath.Join(s.work, name), s.Test, s.opt)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		if r.Test == s.Test {
			return baseOf(r), nil
		}
	}
	return nil, nil
}

// forceOf records a run and forces what it predicts.
func (s *search) forceOf(ctx context.Context, t *record.Target, e *explorer.Ending) error {
	races, err := s.record(ctx, t, e)
	if err != nil || races == nil {
		return err
	}
	s.Events += races.Events
	return s.forceAll(ctx, races)
}

// runOf makes a run of a strategy, nil when it does not come to an end or the time is over.
func (s *search) runOf(ctx context.Context, number int, c config.Config) (*explorer.Ending, error) {
	if s.late() || ctx.Err() != nil || !explore.Within(&c, s.opt.Stall) {
		return nil, nil
	}
	work := filepath.Join(s.work, fmt.Sprintf("further.%d.%s", number, explorer.FileName(s.Test)))
	e, _, err := explorer.RunOf(ctx, with(s.target, explorer.EnvNoMemoryPoints), work, s.Test, c, s.left())
	return e, err
}
