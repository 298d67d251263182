package runner

import (
	"context"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// A search is the exploration of one test, with all stages.
type search struct {
	Machine
	opt     explorer.Options
	start   time.Time
	limit   limit // of the time of the options
	resumes bool  // an earlier command was interrupted in it, so no further stage follows
	list    []*explorer.Result
}

// Explore explores a test, with the calls of Explore in it, and returns a result for each. from is where an earlier command
// was interrupted, nil for nowhere. The further stages share the time of the options: each has what is left. Of the time
// that its processes are served, each has a quarter of the whole at least.
func Explore(ctx context.Context, m Machine, from explorer.Checkpoints, opt explorer.Options) ([]*explorer.Result, error) {
	opt.IsolateMost = runsApart(opt.Runs)
	s := &search{Machine: m, opt: opt, start: time.Now(), limit: limitOf(time.Now(), opt.Time), resumes: from != nil}
	list, err := m.Explore(ctx, StageAsked, from, opt)
	if err != nil {
		return nil, err
	}
	s.list = list
	for _, stage := range []func(context.Context) error{s.today, s.compare, s.asFirst, s.record, s.apart, s.firstRuns, s.orders} {
		if err := stage(ctx); err != nil {
			return nil, err
		}
	}
	return s.list, nil
}

// goesOn reports whether a further stage may follow.
func (s *search) goesOn(ctx context.Context) bool {
	return !s.resumes && ctx.Err() == nil && !s.limit.isOver(time.Now())
}

// left are the options of a stage that follows.
func (s *search) left() explorer.Options {
	opt := s.opt
	opt.Time = s.limit.left(time.Now())
	if opt.Served > 0 {
		opt.Served = max(opt.Served-time.Since(s.start), opt.Served/servedPart)
	}
	return opt
}

// servedPart is the part of the time served that a further exploration of a test has at least.
const servedPart = 4

func fails(list []*explorer.Result) bool {
	return slices.ContainsFunc(list, func(r *explorer.Result) bool { return r.Fails })
}

// of is the result of a test or call, nil for none.
func of(list []*explorer.Result, test string) *explorer.Result {
	i := slices.IndexFunc(list, func(r *explorer.Result) bool { return r.Test == test })
	if i < 0 {
		return nil
	}
	return list[i]
}

// today explores a test again that fails under the base schedule, at the time of day that it
// is: it may compare its clock with the times of files, or with a certificate that was made
// before. The results before stay when it fails then, too.
func (s *search) today(ctx context.Context) error {
	if !s.goesOn(ctx) || !fails(s.list) {
		return nil
	}
	s.opt = s.left()
	now := s.opt
	now.Today = true
	probe := now
	probe.Runs = 1
	list, err := s.Machine.Explore(ctx, StageToday, nil, probe)
	if err != nil || fails(list) || ctx.Err() != nil {
		return err
	}
	s.opt = now
	list, err = s.Machine.Explore(ctx, StageToday, nil, now)
	addAlone(list, s.list)
	s.list = list
	return err
}

// compare finds how tests that fail under the base schedule do otherwise.
func (s *search) compare(ctx context.Context) (err error) {
	for _, r := range s.list {
		if !r.Fails || r.Otherwise != nil || ctx.Err() != nil || s.limit.isOver(time.Now()) {
			continue
		}
		opt := s.opt
		opt.Time = s.limit.left(time.Now())
		if r.Otherwise, err = s.Machine.Compare(ctx, r.Test, opt); err != nil {
			return err
		}
	}
	return nil
}

// record records the endings that may be findings.
func (s *search) record(ctx context.Context) error { return s.recordAll(ctx, StageAsked, s.list) }

// apart explores a test again with a process for each run, when an ending did not happen again. Endings that did happen
// again before are kept.
func (s *search) apart(ctx context.Context) error {
	if !s.goesOn(ctx) || !slices.ContainsFunc(s.list, (*explorer.Result).IsSpoiled) {
		return nil
	}
	opt := s.left()
	asked := opt.Runs
	opt.Isolate, opt.Runs = boundary.IsolatedState, runsApart(asked)
	s.opt = opt
	list, err := s.Machine.Explore(ctx, StageApart, nil, opt)
	if err == nil {
		err = s.recordAll(ctx, StageApart, list)
	}
	if err != nil {
		return err
	}
	for _, r := range list {
		r.Capped = r.Capped || opt.Runs < asked
	}
	addAlone(list, s.list)
	s.list = keepRepeated(list, s.list)
	return nil
}

// addAlone adds the runs of another stage that had a process each.
func addAlone(list, other []*explorer.Result) {
	for _, r := range list {
		if o := of(other, r.Test); o != nil {
			r.Alone.Add(o.Alone)
		}
	}
}

// keepRepeated adds to the results the endings that an earlier exploration has made again.
func keepRepeated(list, earlier []*explorer.Result) []*explorer.Result {
	for _, r := range list {
		before := of(earlier, r.Test)
		if before == nil {
			continue
		}
		for _, e := range before.Endings {
			if e.Seen != nil && e.Seen.Again {
				r.Keep(e)
			}
		}
	}
	return list
}

// runsApart is how many runs get a process each when so many were asked for. Who asks for more than the usual number
// waits for them.
func runsApart(asked int) int {
	if asked > usualRuns {
		return asked
	}
	return min(asked, RunsApart)
}

// usualRuns is the number of schedules of a test unless the user says otherwise.
const usualRuns = 1000

// RunsApart is how many runs of a test get a process each, at most, for any reason. A process takes some 20 ms.
const RunsApart = 200
