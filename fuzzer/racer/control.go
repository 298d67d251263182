package racer

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/steer"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// controls is how many runs with random choices, and without points at the accesses, tell
// how a test ends for reasons of its own.
const controls = 64

// attribute keeps the effects of an order that are its own. The first run of an order makes
// the choices of the base schedule: its end comes from the order. The others make random
// choices, too. An effect of theirs is unclear when the other order has it as well, and when
// runs with random choices alone end so.
func (s *search) attribute(ctx context.Context, f *ForcedRace) error {
	var own, unclear [2][]explorer.Ending
	for side := range f.Orders {
		for _, e := range f.Orders[side].Effects {
			if s.isDifference(f, side, &e) {
				own[side] = append(own[side], e)
				continue
			}
			if err := s.control(ctx); err != nil {
				return err
			}
			if has(s.controls, &e) {
				unclear[side] = append(unclear[side], e)
			} else {
				own[side] = append(own[side], e)
			}
		}
	}
	for side := range f.Orders {
		f.Orders[side].Effects = own[side]
		f.Orders[side].Unclear = append(f.Orders[side].Unclear, unclear[side]...)
	}
	return nil
}

// isDifference reports whether an effect tells an order from the base schedule, or from the
// other order. A base schedule that does not end well tells nothing.
func (s *search) isDifference(f *ForcedRace, side int, e *explorer.Ending) bool {
	other := &f.Orders[1-side]
	return e.Run <= 0 && !s.failsAtBase || other.Met && !has(other.Effects, e)
}

// has reports whether one of some endings is as another one.
func has(list []explorer.Ending, e *explorer.Ending) bool {
	return slices.ContainsFunc(list, func(o explorer.Ending) bool { return alike(&o, e) })
}

// control makes the runs without points at accesses, once for a test.
func (s *search) control(ctx context.Context) error {
	if s.controlled {
		return nil
	}
	s.controlled = true
	var err error
	s.controls, err = s.controlRuns(ctx, "control", with(s.target, explorer.EnvNoMemoryPoints), config.Config{Strategy: "random", Seed: s.opt.Seed})
	return err
}

// controlBlock makes the control runs of a block. Where the foreign step ends a block, too,
// they keep both blocks whole. Random choices break a block as well, so runs with those alone
// would have the effect of a bug that many schedules show.
func (s *search) controlBlock(ctx context.Context, number int, b *ForcedBlock, whole []*predict.BlockStep) ([]explorer.Ending, error) {
	if len(whole) == 0 {
		err := s.control(ctx)
		return s.controls, err
	}
	begins := append([]*predict.BlockStep{&b.Begin}, whole...)
	sites := forced(sitesOf(begins), pathsOf([]*predict.BlockStep{&b.End, &b.Foreign}), pathsOf(begins))
	return s.controlRuns(ctx, fmt.Sprintf("control.%d", number), with(s.target, explorer.EnvNoMemoryPoints, sites), config.Config{Strategy: "force", Seed: s.opt.Seed, Settings: steer.Force{Order: steer.Whole}})
}

// controlRuns returns how runs ended that compare with forced ones.
func (s *search) controlRuns(ctx context.Context, name string, t *record.Target, config config.Config) (endings []explorer.Ending, err error) {
	opt := explorer.Options{Config: config, Seed: s.opt.Seed, Runs: controls}
	list, err := explorer.Test(ctx, t, filepath.Join(s.work, name+"."+explorer.FileName(s.Test)), s.Test, nil, opt, func(explorer.Progress) {})
	for _, r := range list {
		if r.Test == s.Test {
			endings = append(endings, r.Endings...)
		}
	}
	return endings, err
}
