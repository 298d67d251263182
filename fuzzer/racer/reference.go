package racer

import (
	"context"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// failsLimit tells of a test that no run of which ended well.
const failsLimit = "it fails in each run that was tried, so no failure of it is told as the effect of a race; deadlocklint explore tells how it ends"

// chooseReference chooses the run that is recorded and with which others are compared: that of
// the base schedule, or the first of some others that ends well. Of a test that always fails
// without a crash the failing run is as good. Else there is none, and Why has the reason.
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
		s.ended, s.Why = nil, "it ends its process in each run that was tried; deadlocklint explore tells how"
	case base.End == boundary.Deadlock || base.End == boundary.Cycle || base.End == boundary.Over:
		s.ended, s.Why = nil, "it does not come to its end in any run that was tried; deadlocklint explore tells how it ends"
	default:
		s.Limits = append(s.Limits, failsLimit)
	}
	return nil
}

// otherReference is the first run in another order that ends well, nil for none.
func (s *search) otherReference(ctx context.Context) (*explorer.Ending, error) {
	configs := []explore.Config{{Strategy: "youngest"}, {Strategy: "newest"}}
	for i := range further {
		configs = append(configs, explore.Config{Strategy: "drawn", Seed: s.opt.Seed + uint64(i)})
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
