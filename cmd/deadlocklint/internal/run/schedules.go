package run

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// explorePart is the part of the budget in which test explores, at most.
const explorePart = 4

// quietRuns is how many schedules of a test may bring nothing new before test explores the
// next one.
const quietRuns = 200

// quietTime is for how long they do so at least, in processor time, where there is time for it: the schedules of a small
// test take a tenth of that.
const quietTime = 200 * time.Millisecond

// quietPart is the part of a test's share of the time that is left which quietTime may be.
const quietPart = 4

// exploreTime is the time in which test explores one test, at most. On a busy machine, time for
// which the test gets no processor does not count.
const exploreTime = 5 * time.Second

// explores reports whether the concurrent tests of the recording are explored, too.
func (pl *pipeline) explores() bool {
	return pl.concurrent && !pl.NoExplore && pl.Tries > 0 && (pl.only == "" || pl.showsByWait())
}

// untilExplored is when test stops exploring, zero for never: its part of the budget is over,
// or the time that ends at the deadline.
func (pl *pipeline) untilExplored(now, deadline time.Time) time.Time {
	if part := now.Add(pl.Time / explorePart); deadline.After(part) {
		return part
	}
	return deadline
}

// beforeExploring is when confirming runs have to end for exploration to have its part.
func (pl *pipeline) beforeExploring(deadline time.Time) time.Time {
	if !pl.explores() || deadline.IsZero() {
		return deadline
	}
	return deadline.Add(-pl.Time / explorePart)
}

// ways are how test explores. The first is for all concurrent tests. In it a goroutine that sleeps is slower than
// all that can go on. So tests that use the clock are explored again: with short timers that fire early, and with
// all. A watchdog is a long one. It would end most runs of the second way with a failure. The others stand still for
// no longer than a bound.
func ways(seed uint64, bound time.Duration) []config.Config {
	return explorer.WithinStall(bound, []config.Config{
		{Strategy: defaultStrategy, Seed: seed},
		{Strategy: defaultStrategy, Seed: seed, Early: true},
		{Strategy: defaultStrategy, Seed: seed + 1, Early: true, Far: true}, // other runs than the second where all timers are short
	})
}

// An exploration has the findings of schedules other than the recorded ones.
type exploration struct {
	findings []report.Finding
	left     []predict.ConcurrentTest // for which there was no time
	cut      []predict.ConcurrentTest // whose schedules were cut by time
	timed    []predict.ConcurrentTest // those that use the clock
}

// schedules runs the concurrent tests of a recording under other schedules until its part of
// the budget is over or the deadline, those with a candidate first. The findings of the
// recording come before; those that another schedule has confirmed are among the new ones. Runs that were forced for a
// candidate have left recordings, perhaps.
func (pl *pipeline) schedules(ctx context.Context, p *predict.Prediction, before []report.Finding, forced bool, b candidate.Bounds) (x exploration, err error) {
	tests := candidatesFirst(p.ConcurrentTests, before)
	if !pl.explores() {
		tests = nil
	}
	if len(tests) == 0 && !forced {
		return x, nil
	}
	sub := pl.exploring(0)
	if x.left, err = sub.exploreAll(ctx, tests, b.Until(pl.untilExplored(time.Now(), b.Deadline))); err != nil {
		return exploration{}, err
	}
	if len(x.left) == len(tests) && !forced {
		return x, nil // no recording
	}
	found, results, err := sub.explored(ctx, before, b)
	x.findings, x.cut, x.timed = found, late(tests, results), timed(tests, results)
	return x, err
}

// early explores tests that use the clock in the other ways. It comes after the trace programs: their findings
// tell the same deadlocks with values and decisions.
func (pl *pipeline) early(ctx context.Context, tests []predict.ConcurrentTest, before []report.Finding, b candidate.Bounds, stats *report.Stats) (found []report.Finding, err error) {
	var untimed []predict.ConcurrentTest
	b = b.Until(pl.untilExplored(time.Now(), b.Deadline))
	for way := 1; way < len(ways(pl.Seed, pl.EarlyMax)) && len(tests) > 0; way++ {
		sub := pl.exploring(way)
		left, err := sub.exploreAll(ctx, tests, b)
		if err != nil {
			return nil, err
		}
		if len(left) > len(untimed) {
			untimed = left
		}
		if len(left) == len(tests) {
			break
		}
		more, _, err := sub.explored(ctx, slices.Concat(before, found), b)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	session.LeaveOut(ctx, stats, untimed, "schedules with timers that fire early", "run deadlocklint explore -early")
	return found, nil
}

// late are the tests whose time was used up before their schedules brought nothing new.
func late(tests []predict.ConcurrentTest, results []*explorer.Result) []predict.ConcurrentTest {
	return slices.DeleteFunc(slices.Clone(tests), func(c predict.ConcurrentTest) bool {
		return !slices.ContainsFunc(results, func(r *explorer.Result) bool {
			return r.Package == c.Target.Package && topTest(r.Test) == c.Test && r.Late
		})
	})
}

// topTest is the name of the test that a subtest is of.
func topTest(name string) string {
	name, _, _ = strings.Cut(name, "/")
	return name
}

// timed are the tests whose runs have read the clock or had timers.
func timed(tests []predict.ConcurrentTest, results []*explorer.Result) []predict.ConcurrentTest {
	return slices.DeleteFunc(slices.Clone(tests), func(c predict.ConcurrentTest) bool {
		return !slices.ContainsFunc(results, func(r *explorer.Result) bool {
			return r.Package == c.Target.Package && r.Test == c.Test && r.Inputs&boundary.Time != 0 && r.Stop == ""
		})
	})
}

// exploreAll explores tests within the bounds, and returns those that were left.
func (pl *pipeline) exploreAll(ctx context.Context, tests []predict.ConcurrentTest, b candidate.Bounds) (left []predict.ConcurrentTest, err error) {
	for i, c := range tests {
		opt := *pl.Explore
		if !b.Deadline.IsZero() {
			opt.Time = time.Until(b.Deadline)
		}
		if opt.Time < 0 || ctx.Err() != nil || b.Purse.IsOver() {
			return tests[i:], nil
		}
		own := b.Purse.Part(min(len(tests)-i, testPart))
		opt.Lasts = min(quietTime, b.Purse.Left()/time.Duration(quietPart*(len(tests)-i)))
		opt.Over, opt.Served = func() bool { return own.IsOver() || candidate.IsPast(b.Deadline) }, min(opt.Served, own.Left())
		pl.Progress.Say("exploring %d of %d: %s", i+1, len(tests), c.Test)
		if err := pl.ExploreTest(ctx, c.Target, c.Test, opt); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// testPart is the part of the time that is left, one of so many, which a test may take when others follow.
const testPart = 10

// exploring is a pipeline of its own directory for one of the ways, in which endings are recorded.
func (pl *pipeline) exploring(way int) *pipeline {
	se := *pl.Session
	se.Dir = filepath.Join(pl.Dir, fmt.Sprint("schedules.", way))
	config := ways(pl.Seed, pl.EarlyMax)[way]
	se.Explore = &explorer.Options{Config: config, Seed: config.Seed, Runs: maxExplored, Quiet: quietRuns, Served: exploreTime}
	if way > 0 {
		se.Explore.Served = exploreTime / 2
	}
	se.Tries = 0 // each finding has happened
	sub := newPipeline(&se)
	sub.within, sub.static = true, pl.static
	return sub
}

// maxExplored is the number of schedules that test runs of one test, at most.
const maxExplored = 10000

// explored predicts from the recorded endings, and words what they were.
func (pl *pipeline) explored(ctx context.Context, before []report.Finding, b candidate.Bounds) ([]report.Finding, []*explorer.Result, error) {
	if traces, err := record.Traces(pl.Dir); err != nil || len(traces) == 0 {
		return pl.failures()
	}
	pl.keeper.Confirmed = map[string]bool{}
	for _, f := range before {
		pl.keeper.Confirmed[f.ID] = pl.keeper.Confirmed[f.ID] || f.Status == report.StatusConfirmed
	}
	p, err := predict.Predict(ctx, pl.Dir, predict.Options{Time: pl.predictTime(), From: &pl.Programs}, func(int, int) {})
	if err != nil {
		return nil, nil, err
	}
	happened, _, _ := pl.confirmAll(ctx, p, b.Until(time.Time{}))
	happened = append(happened, pl.blocked.Met(p, slices.Concat(before, happened))...)
	happened = append(happened, pl.blocked.Left(p, slices.Concat(before, happened))...)
	failed, results, err := pl.failures()
	return append(happened, failed...), results, err
}

// candidatesFirst sorts tests: those in which something was found come first, and then those that contend.
func candidatesFirst(tests []predict.ConcurrentTest, findings []report.Finding) []predict.ConcurrentTest {
	named := map[string]bool{}
	for _, f := range findings {
		for _, name := range f.Tests {
			named[name] = true
		}
	}
	list := slices.Clone(tests)
	rank := func(c predict.ConcurrentTest) int {
		switch {
		case named[c.Test]:
			return 0
		case c.Contends:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b predict.ConcurrentTest) int { return cmp.Compare(rank(a), rank(b)) })
	return slices.DeleteFunc(list, func(c predict.ConcurrentTest) bool { return c.Target == nil || !c.Target.Test })
}
