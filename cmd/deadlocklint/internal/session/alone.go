package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// fewFirst is how many first runs are made before ApartRuns of them: most endings that a first run has come soon.
const fewFirst = 8

// asFirst looks for endings that need state which earlier runs of the test have left in the process, such as a
// variable of the package. An ending is made again as the first run of a process. A first run may go another way,
// as with a network poller. Then each of some further runs gets a process of its own. An
// ending that none of these shows is behind others.
func (x *testExploration) asFirst(ctx context.Context, list []*explorer.Result, more bool, opt explorer.Options, start time.Time) error {
	for _, r := range list {
		n := 0
		for i := range r.Endings {
			e := &r.Endings[i]
			if !r.Counts(e) || n == maxRepeats {
				continue
			}
			n++
			if err := x.alone(ctx, r.Test, e); err != nil {
				return err
			}
		}
	}
	runs := opt.Runs
	for _, most := range []int{fewFirst, ApartRuns} {
		if !isBehind(list) || !more || ctx.Err() != nil {
			return nil
		}
		opt.Isolate, opt.Runs, opt.Time, opt.Served = true, min(runs, most), rest(opt.Time, start), rest(opt.Served, start)
		first, err := x.explore(ctx, fmt.Sprintf("%s.first.%d", x.work, most), nil, opt)
		if err != nil {
			return err
		}
		seenFirst(list, first)
	}
	return nil
}

// isBehind reports whether an ending needs earlier runs, as far as is known.
func isBehind(list []*explorer.Result) bool {
	return slices.ContainsFunc(list, func(r *explorer.Result) bool {
		return slices.ContainsFunc(r.Endings, func(e explorer.Ending) bool { return e.Behind })
	})
}

// alone makes an ending again as the first run of a process. When that does not end so, the base schedule may
// behind the same runs: a test uses something up that lasts for so many runs. The recordings are of no use: the
// run is made once more for the report.
func (x *testExploration) alone(ctx context.Context, test string, e *explorer.Ending) error {
	if !e.Follows() {
		return nil
	}
	dir, err := os.MkdirTemp(x.work, "alone-")
	if err != nil {
		return fmt.Errorf("cannot make run %d again: %w; free some space in %s", e.Run, err, x.work)
	}
	defer os.RemoveAll(dir)
	first := *e
	first.Fresh = true
	seen, err := explorer.Repeat(context.WithoutCancel(ctx), x.target, dir, test, &first, io.Discard)
	if err != nil {
		return err
	}
	if e.Behind = !seen.Again; e.Behind {
		plain, err := explorer.RepeatPlain(context.WithoutCancel(ctx), x.target, dir, test, e)
		if err != nil {
			return err
		}
		e.Worn = plain.Again
		e.Behind = !e.Worn
	}
	return nil
}

// seenFirst marks endings as not behind others that first runs have, too. They keep their own schedules, which can be
// made smaller.
func seenFirst(list, first []*explorer.Result) {
	for _, r := range list {
		j := slices.IndexFunc(first, func(o *explorer.Result) bool { return o.Test == r.Test })
		for i := range r.Endings {
			if e := &r.Endings[i]; j >= 0 && e.Behind {
				found := first[j].Like(e)
				e.Behind = found == nil || found.Follows()
			}
		}
	}
}

// How many first runs of a test are made, at most. Each takes 10 ms of processor time. They come in addition to the
// runs of a search, and only where that may make so many times as many, or has visited all schedules.
const (
	settleRuns  = 64
	settleShare = 10
)

// firstRuns explores the first runs of processes, where these go another way than those behind them, as when
// a sync.Once of the package starts a goroutine. Natively a test is a first run.
func (x *testExploration) firstRuns(ctx context.Context, list []*explorer.Result, opt explorer.Options, start time.Time) error {
	settles := func(r *explorer.Result) bool {
		return r.Settles && !r.IsBroken() && (r.State.Complete && r.Stop == "" || opt.Runs >= settleShare*settleRuns)
	}
	if ctx.Err() != nil || !slices.ContainsFunc(list, settles) {
		return nil
	}
	each := opt
	each.Isolate, each.Runs, each.Time = true, min(opt.Runs, settleRuns), rest(opt.Time, start)
	work := x.work + ".settles"
	first, err := x.explore(ctx, work, nil, each)
	if err == nil {
		err = x.repeat(ctx, work, first)
	}
	if err != nil {
		return err
	}
	for _, r := range list {
		i := slices.IndexFunc(first, func(o *explorer.Result) bool { return o.Test == r.Test })
		if i < 0 || !settles(r) {
			continue
		}
		for _, e := range first[i].Endings {
			r.Keep(e)
		}
		r.Tally.Add(first[i].Tally)
		r.Took += first[i].Took
		r.Settles = !first[i].State.Complete || first[i].Stop != ""
	}
	return nil
}
