package runner

import (
	"context"
	"errors"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// ordersWork is the work that the search for all orders of steps may take, in short runs. Ten thousand of them take about
// a second of a processor.
const ordersWork = 10_000

// orders looks for all orders of the steps of tests that auto has not finished: one schedule of each class of equal ones
// (dpor). It ends, or gives up when its own estimate says that it will not end. It comes after the other runs, since a test of
// one goroutine is finished by then and costs no further process.
func (s *search) orders(ctx context.Context) error {
	if !s.mayOrder(ctx) || !slices.ContainsFunc(s.list, lacksOrders) {
		return nil
	}
	list, err := s.Machine.Explore(ctx, StageOrders, nil, s.ordersOptions())
	if err != nil {
		return err
	}
	for _, r := range s.list {
		if own := of(list, r.Test); own != nil && lacksOrders(r) {
			err = errors.Join(err, s.addOrders(ctx, r, own))
		}
	}
	return err
}

// mayOrder reports whether the command leaves room for the search: it names no other strategy, no shard, no share of the
// processor and no early timers, which the search does not have, and has time left.
func (s *search) mayOrder(ctx context.Context) bool {
	opt := &s.opt
	return s.goesOn(ctx) && opt.Config.Strategy == "auto" && !opt.Config.Early && opt.Shards < 2 && opt.Served == 0 && opt.Isolate == ""
}

// lacksOrders reports whether a search for all orders of a test may say more than its exploration.
func lacksOrders(r *explorer.Result) bool {
	base := r.Base()
	switch {
	case base == nil || base.Goroutines < 2 || r.Orders != nil || r.State.Complete && !r.State.Cut:
		return false
	case !r.Repeats || r.Apart != "" || r.Stop != "" || r.Late:
		return false
	}
	return r.Inputs&(boundary.Unruled|boundary.Bubble|boundary.Beside|boundary.Window) == 0
}

// ordersOptions are the options of the search. Who asks for another number of runs than the usual one has so many here, too.
func (s *search) ordersOptions() explorer.Options {
	opt := s.left()
	if opt.Runs == usualRuns {
		opt.Runs = ordersWork
	}
	opt.Config = config.Config{Strategy: "dpor", Seed: opt.Seed, Settings: dpor.Settings{Most: opt.Runs}}
	return opt
}

// addOrders adds the runs of a search for all orders to a test. Ends that no run before had are recorded.
func (s *search) addOrders(ctx context.Context, r, own *explorer.Result) error {
	further := *own
	further.Endings = slices.DeleteFunc(slices.Clone(own.Endings), func(e explorer.Ending) bool { return r.Like(&e) != nil })
	err := recordEndings(ctx, s.Machine, StageOrders, &further, s.limit)
	for _, e := range further.Endings {
		r.Keep(e)
	}
	for i := range own.Endings {
		if e := r.Like(&own.Endings[i]); e != nil { // it happened again, or it did not
			own.Endings[i].Seen, own.Endings[i].Worn = e.Seen, e.Worn
		}
	}
	own.Otherwise = r.Otherwise // else a test that fails under the base schedule is broken here, and the search proves nothing
	r.Took, r.Orders = r.Took+own.Took, own
	return err
}
