package racer

import (
	"context"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// The limits tell of a test that no run of which ended well.
const (
	failsLimit  = "it fails in each run that was tried, so no failure of it is told as the effect of a race; deadlocklint explore tells how it ends"
	endsLimit   = "it ends its process in each run that was tried, so its races after that are not seen, and no such end is told as the effect of a race; deadlocklint explore tells how it ends"
	standsLimit = "it is deadlocked in each run that was tried, so its races after that are not seen, and no such deadlock is told as the effect of a race; deadlocklint explore tells how it ends"
)

// chooseReference chooses the run that is recorded and with which others are compared: that of
// the base schedule, or the first of some others that ends well. Of a test that always fails, ends its process or is
// deadlocked, the run of the base schedule is all there is: its races until then are those that can be known. A run without
// an end is no reference, and Why has the reason.
func (s *search) chooseReference(ctx context.Context) error {
	base := baseOf(s.base)
	if base == nil {
		s.Why = "its first run did not end"
		return nil
	}
	if s.ended = base; endsWell(base) && !s.base.Fails {
		return nil
	}
	s.failsAtBase = true
	other, err := s.otherReference(ctx)
	switch {
	case err != nil:
		return err
	case other != nil:
		s.ended = other
	case base.Crash != "":
		s.Limits = append(s.Limits, endsLimit)
	case base.End == boundary.Deadlock || base.End == boundary.Cycle:
		s.Limits = append(s.Limits, standsLimit)
	case base.End == boundary.Over:
		s.ended, s.Why = nil, "it does not come to its end in any run that was tried; deadlocklint explore tells how it ends"
	default:
		s.Limits = append(s.Limits, failsLimit)
	}
	return nil
}

// otherReference is the first run in another order that ends well, nil for none.
func (s *search) otherReference(ctx context.Context) (*explorer.Ending, error) {
	configs := []config.Config{{Strategy: "youngest"}, {Strategy: "newest"}}
	for i := range further {
		configs = append(configs, config.Config{Strategy: "drawn", Seed: s.opt.Seed + uint64(i)})
	}
	for i, config := range configs {
		e, err := s.runOf(ctx, -1-i, config)
		if err != nil || e != nil && endsWell(e) {
			return e, err
		}
	}
	return nil, nil
}

// endsWell reports whether a run came to the end of its test, which did not fail.
func endsWell(e *explorer.Ending) bool {
	return e.Crash == "" && !e.Failed && e.End != boundary.Deadlock && e.End != boundary.Cycle && e.End != boundary.Over
}
