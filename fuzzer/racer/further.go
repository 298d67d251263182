package racer

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// further is how many runs of random choices are recorded, beside the base schedule and a run
// in which each new goroutine goes first.
const further = 4

// recordFurther records other runs than that of the base schedule, and forces what they
// predict beyond that. Under the base schedule a goroutine may find that its creator has closed
// what it would use, and then the code in which both meet does not run. A message may arrive
// that orders two accesses, where another message could have arrived.
//
// Such a run may end badly. That is no effect of a race: each order of its races is made to
// happen and judged as always, against the base schedule.
func (s *search) recordFurther(ctx context.Context) error {
	configs := []explore.Config{{Strategy: "newest"}}
	for i := range further {
		configs = append(configs, explore.Config{Strategy: "drawn", Seed: s.opt.Seed + uint64(i)})
	}
	for i, config := range configs {
		if s.late() || ctx.Err() != nil {
			return nil
		}
		e, err := s.runOf(ctx, i, config)
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		races, err := s.record(ctx, e)
		if err != nil {
			return err
		}
		if races == nil {
			continue
		}
		s.Events += races.Events
		if err := s.forceAll(ctx, races); err != nil {
			return err
		}
	}
	return nil
}

// runOf makes a run of a strategy, nil when it does not come to an end.
func (s *search) runOf(ctx context.Context, number int, config explore.Config) (*explorer.Ending, error) {
	work := filepath.Join(s.work, fmt.Sprintf("further.%d.%s", number, explorer.FileName(s.Test)))
	return explorer.RunOf(ctx, with(s.target, explorer.Plain), work, s.Test, config)
}
