package tested

import (
	"context"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/halves"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// Numbers of the runs of a driver.
const (
	schedules  = 60   // with two goroutines
	wide       = 1500 // with more
	driverTime = 20 * time.Second
)

// stuck are the drivers that get stuck under some schedule. Of those with the same functions and locks it is the first one.
func (s *Search) stuck(ctx context.Context, target *record.Target, drivers []halves.Driver) (list []halves.Driver, err error) {
	seen := map[[4]string]bool{}
	for i, d := range drivers {
		pair := [4]string{d.First.Callee, d.First.Wants.Class, d.Then.Callee, d.Then.Wants.Class}
		if seen[pair] || len(list) == mostFound || ctx.Err() != nil {
			continue
		}
		s.Session.Progress.Say("driving %s: %d of %d pairs of calls", target.Package, i+1, len(drivers))
		dir, err := s.directory("driver")
		if err != nil {
			return list, err
		}
		opt := explorer.Options{Config: config.Config{Strategy: "random", Seed: s.Seed}, Seed: s.Seed, Runs: schedules, Time: driverTime, First: true}
		if d.Wide {
			opt.Runs = wide
		}
		results, err := explorer.Test(ctx, target, dir, d.Name, nil, opt, func(explorer.Progress) {})
		if err != nil {
			return list, err
		}
		if slices.ContainsFunc(results, isStuck) {
			seen[pair] = true
			list = append(list, d)
		}
	}
	return list, nil
}

// isStuck reports whether goroutines of a run were blocked and nobody could go on.
func isStuck(r *explorer.Result) bool {
	return slices.ContainsFunc(r.Endings, func(e explorer.Ending) bool {
		return e.End == boundary.Deadlock || e.End == boundary.Cycle || e.End == boundary.Left
	})
}
