package protocol

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/panics"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/program"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// A native run shows one order of calls by chance. The automata that are mined from it, the orders that it makes
// possible, and the outcome of forced runs differ from one command to the next. So each test with calls is
// recorded again under the base schedule and some further ones, which are the same each time, as deadlocklint races
// does. Orders are forced under a schedule, too (confirm.RunByStrategy).
//
// Of the native runs the calls outside of these tests count, such as those of TestMain and of examples. The main function
// of a program is such a test (package program), and its native run counts when main has no schedules.

// drawn is how many schedules of random choices are recorded, beside the base schedule and the one in which the newest
// goroutine goes first.
const drawn = 4

// schedulesOf are those under which a test is recorded.
func schedulesOf(seed uint64) []config.Config {
	list := []config.Config{{Strategy: "run"}, {Strategy: "newest"}}
	for i := range uint64(drawn) {
		list = append(list, config.Config{Strategy: "drawn", Seed: seed + i})
	}
	return list
}

// underSchedules records the tests with calls under schedules until the context share is over, and leaves their calls in
// native runs out.
func (p *Protocols) underSchedules(ctx, share context.Context) error {
	if p.withoutSchedules() != "" {
		return nil
	}
	p.free = map[testOf][]*turns{}
	slices.SortStableFunc(p.runs, func(a, b recordedRun) int { return strings.Compare(nameOf(a.target), nameOf(b.target)) })
	var list, rest []recordedRun
	for _, r := range p.runs {
		more, tests, err := p.ofTarget(ctx, share, r)
		if err != nil {
			return err
		}
		list = append(list, more...)
		if p.Program && len(tests) > 0 {
			continue // all its calls are those of the program
		}
		if r.Recording = r.Without(func(test string) bool { return tests[topLevel(test)] }); len(r.Calls) > 0 {
			rest = append(rest, r)
		}
	}
	p.runs = append(list, rest...)
	if n := len(p.late); n > 0 && ctx.Err() == nil {
		what, next := wording.Counted(n, "test"), "give more -time, or select fewer with -run"
		if p.Program {
			what, next = "main", "give more -time"
		}
		p.note("no time to record under schedules: %s; another check may have other verdicts there; %s", what, next)
	}
	return ctx.Err()
}

// noteNative says which calls of the checked types are in native runs alone. Their order is that of the machine, and so are
// verdicts about them. Calls that the standard library makes by itself, as package testing does, are none of the program's.
func (p *Protocols) noteNative() {
	outside := 0
	for _, r := range p.runs {
		for _, c := range r.Calls {
			if r.test == "" && c.Test == "" && slices.Contains(p.types, c.Type) && !p.byStd[c.Site] {
				outside++
			}
		}
	}
	const other = "another check may have other verdicts there"
	if outside > 0 && !p.Program {
		p.note("outside of tests %s recorded in the order of one run, and not under schedules; %s", were(outside), other)
	}
	const native = "so its calls have the order of one native run; " + other
	if why := p.withoutSchedules(); why != "" && len(p.types) > 0 {
		p.note("%s, so calls have the order of one native run; %s", why, other)
	}
	for _, test := range p.unended {
		if p.Program {
			p.note("main does not come to its end under the base schedule, in which it gets no signal and no request from outside, %s", native)
			continue
		}
		p.note("%s does not come to its end under the base schedule, %s; deadlocklint explore tells how it ends", test, native)
	}
}

// withoutSchedules says why nothing is recorded under schedules, or is "". The race detector sees the accesses of strategies, which
// goroutines of the program make by turns, and the recorder sees no order but that of the turns.
func (p *Protocols) withoutSchedules() string {
	switch {
	case p.se.GoFlags().Race() || slices.ContainsFunc(p.se.Replay.Build, isRace):
		return "with -race nothing has schedules"
	case p.Program && p.se.Until:
		return "main was interrupted"
	}
	return ""
}

// isRace reports whether a flag of the build asks for the race detector.
func isRace(flag string) bool {
	name, value, hasValue := strings.Cut(flag, "=")
	return name == "-race" && session.IsTrue(value, hasValue)
}

// were words a number of calls.
func were(n int) string {
	if n == 1 {
		return "1 call was"
	}
	return fmt.Sprintf("%d calls were", n)
}

// recordingTime ends the recordings under schedules. As the first run they count for -time when the user has given one,
// and have a third of that. Else they have as much time as all that follows.
func (p *Protocols) recordingTime(ctx context.Context) (context.Context, context.CancelFunc) {
	end := p.se.Deadline()
	switch {
	case p.se.IsGiven("time") && p.deadline.IsZero():
		p.deadline = end
		return p.untilShare(ctx)
	case end.IsZero():
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end)
}

// nameOf orders targets alike in each session.
func nameOf(t *record.Target) string {
	if t == nil {
		return ""
	}
	return t.Package + "\n" + strings.Join(t.Args, "\n")
}

func topLevel(test string) string {
	top, _, _ := strings.Cut(test, "/")
	return top
}

// ofTarget records the tests of a native run that have calls, until the context share is over. It returns the runs, and
// the tests that have some.
func (p *Protocols) ofTarget(ctx, share context.Context, r recordedRun) (list []recordedRun, tests map[string]bool, err error) {
	if r.target == nil || !r.target.Test && !p.Program {
		return nil, nil, nil
	}
	names, err := p.testsOf(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	tests = map[string]bool{}
	for _, test := range names {
		of := testOf{r.target, test}
		if len(p.free[of]) > 0 {
			continue // another process of the target, as with -cpu
		}
		if share.Err() != nil {
			p.late = append(p.late, test)
			continue
		}
		more, err := p.ofTest(ctx, of)
		if err != nil {
			return nil, nil, err
		}
		if tests[test] = len(more) > 0; tests[test] {
			list = append(list, more...)
		} else if ctx.Err() == nil {
			p.unended = append(p.unended, test)
		}
	}
	return list, tests, nil
}

// testsOf are the tests of a native run in which calls were made, sorted. After a panic the others were not run, and
// these are all.
func (p *Protocols) testsOf(ctx context.Context, r recordedRun) ([]string, error) {
	if p.Program {
		return []string{program.Test}, nil
	}
	all, err := panics.Tests(ctx, r.target)
	if err != nil || r.target.Status >= exitPanic {
		return all, err
	}
	called := map[string]bool{}
	for _, c := range r.Calls {
		called[topLevel(c.Test)] = true
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(called)), func(test string) bool { return !slices.Contains(all, test) }), nil
}

// ofTest records a test. It has no runs when its base schedule is not made to the end.
func (p *Protocols) ofTest(ctx context.Context, of testOf) ([]recordedRun, error) {
	p.se.Progress.Say("recording %s under schedules", p.named(of.test))
	var runs []*turns
	for _, config := range schedulesOf(p.Seed) {
		run, err := p.makeByStrategy(ctx, recordedRun{target: of.target, test: of.test}, confirm.StrategyRun{Test: of.test, Config: config}, &pauses.Plan{}, p.se.Options())
		if err != nil {
			return nil, err
		}
		if len(runs) == 0 && !run.isMade() {
			return nil, nil
		}
		runs = append(runs, run)
		if p.Program && run.Exit >= exitPanic {
			p.panicked = append(p.panicked, run)
		}
		if run.Goroutines == 1 && run.End == boundary.Done {
			break // there is no other schedule
		}
	}
	p.free[of] = alike(runs)
	return recordingsOf(p.free[of]), nil
}

// isMade reports whether a run has ended, with a recording. A program ends its process: a run that has another end was cut off, or is in a
// deadlock.
func (r *turns) isMade() bool {
	if r.test == program.Test {
		return !r.TimedOut && len(r.recordings) > 0 && r.End == 0 && r.Deadlock == ""
	}
	return !r.TimedOut && len(r.recordings) > 0 && (r.End != 0 || r.Exit != 0)
}

// alike are the runs that go as the first one of them that ends well, or the first one where none does. Another run may
// have an order of calls that does harm: nothing is learned from it, and no forced run is compared with it.
func alike(runs []*turns) []*turns {
	first := runs[max(slices.IndexFunc(runs, (*turns).endsWell), 0)]
	like := &course{blocked: map[string]bool{}, errors: map[failure]bool{}, timers: map[uint64]bool{}}
	like.take(first)
	goes := func(run *turns) bool {
		extra := func(b confirm.BlockedGoroutine) bool { return !like.blocked[blockedAt(b)] }
		return run == first || run.endsWell() && !slices.ContainsFunc(run.Blocked, extra)
	}
	return slices.DeleteFunc(runs, func(run *turns) bool { return !goes(run) })
}

// recordingsOf are those of runs under schedules.
func recordingsOf(runs []*turns) (list []recordedRun) {
	for _, run := range runs {
		for _, rec := range run.recordings {
			list = append(list, recordedRun{Recording: rec, target: run.target, test: run.test, failed: !run.endsWell()})
		}
	}
	return list
}

// endsWell reports whether a run under a schedule came to the end of its test, which did not fail.
func (r *turns) endsWell() bool {
	return r.well() && r.isMade() && (r.End == boundary.Done || r.End == boundary.Left || r.test == program.Test)
}

// makeByStrategy makes a run of a test under a schedule.
func (p *Protocols) makeByStrategy(ctx context.Context, of recordedRun, s confirm.StrategyRun, plan *pauses.Plan, opt confirm.Options) (*turns, error) {
	run := &turns{target: of.target, test: of.test, tests: []string{of.test}}
	opt.Calls, opt.Deadline = p.hooked(), p.deadline
	target := of.target
	if p.Program {
		target = withoutArgs(target)
	}
	var err error
	if run.OrderedRun, err = confirm.RunByStrategy(ctx, p.se.Dir, target, s, plan, opt, p.into(run)); err == nil && p.Program {
		run.Blocked, run.Failed = nil, nil
	}
	return run, err
}
