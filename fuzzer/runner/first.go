package runner

import (
	"context"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// fewFirst is how many first runs are made before RunsApart of them: most endings that a first run has come soon.
const fewFirst = 8

// asFirst looks for endings that need state which earlier runs of the test have left in the process, such as a
// variable of the package. An ending is made again as the first run of a process, by its choices or by its switches. A first run may go
// another way, as with a network poller. Then each of some further runs gets a process of its own. An ending that none of these shows is
// after others.
func (s *search) asFirst(ctx context.Context) error {
	for _, r := range s.list {
		if err := s.eachAlone(ctx, r); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		stage Stage
		runs  int
	}{{StageFew, fewFirst}, {StageMany, RunsApart}} {
		if !isBehind(s.list) || !s.goesOn(ctx) {
			return nil
		}
		opt := s.left()
		opt.Isolate, opt.Runs = boundary.IsolatedFirst, min(opt.Runs, c.runs)
		first, err := s.Machine.Explore(ctx, c.stage, nil, opt)
		if err != nil {
			return err
		}
		seenFirst(s.list, first)
		addAlone(s.list, first)
	}
	return nil
}

// eachAlone makes the endings of a test that count again as first runs, maxRecorded at most.
func (s *search) eachAlone(ctx context.Context, r *explorer.Result) error {
	n := 0
	for i := range r.Endings {
		e := &r.Endings[i]
		if !r.Counts(e) || n == maxRecorded || !s.limit.records(time.Now()) {
			continue
		}
		n++
		if err := s.alone(ctx, r.Test, e); err != nil {
			return err
		}
	}
	return nil
}

// alone makes an ending again as the first run of a process. When that does not end so, the base schedule may
// after the same runs: a test uses something up that lasts for so many runs.
func (s *search) alone(ctx context.Context, test string, e *explorer.Ending) error {
	if !e.Follows() {
		return nil
	}
	ctx, cancel := s.limit.within(ctx)
	defer cancel()
	again, err := s.Machine.AsFirst(ctx, test, e)
	if e.Behind = err == nil && !again; !e.Behind {
		return err
	}
	e.Worn, err = s.Machine.Plain(ctx, test, e)
	e.Behind = !e.Worn
	return err
}

// isBehind reports whether an ending needs earlier runs, as far as is known.
func isBehind(list []*explorer.Result) bool {
	return slices.ContainsFunc(list, func(r *explorer.Result) bool {
		return slices.ContainsFunc(r.Endings, func(e explorer.Ending) bool { return e.Behind })
	})
}

// seenFirst marks endings as not after others that first runs have, too. They keep their own schedules, which can be
// made smaller.
func seenFirst(list, first []*explorer.Result) {
	for _, r := range list {
		alone := of(first, r.Test)
		if alone == nil {
			continue
		}
		for i := range r.Endings {
			if e := &r.Endings[i]; e.Behind {
				found := alone.Like(e)
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

// settles reports whether the first runs of a test are worth a look. Where each run has a process, all runs are first runs.
func (s *search) settles(r *explorer.Result) bool {
	return r.Settles && r.Apart == "" && r.Stop != explorer.StopFirst && (r.State.Complete && r.Stop == "" || s.opt.Runs >= settleShare*settleRuns)
}

// firstRuns explores the first runs of processes, where these go another way than those after them, as when
// a sync.Once of the package starts a goroutine. Natively a test is a first run.
func (s *search) firstRuns(ctx context.Context) error {
	if !s.goesOn(ctx) || !slices.ContainsFunc(s.list, s.settles) {
		return nil
	}
	opt := s.left()
	opt.Served = s.opt.Served
	opt.Isolate, opt.Runs = boundary.IsolatedLazy, min(opt.Runs, settleRuns)
	first, err := s.Machine.Explore(ctx, StageSettles, nil, opt)
	if err == nil {
		err = s.recordAll(ctx, StageSettles, first)
	}
	if err != nil {
		return err
	}
	addAlone(s.list, first)
	for _, r := range s.list {
		if own := of(first, r.Test); own != nil && s.settles(r) {
			addFirst(r, own)
		}
	}
	return nil
}

// addFirst adds the first runs of a test to its others.
func addFirst(r, first *explorer.Result) {
	for _, e := range first.Endings {
		r.Keep(e)
	}
	r.Tally.Add(first.Tally)
	r.Took += first.Took
	r.Settles = !first.State.Complete || first.Stop != ""
}
