// Package replay makes the plan of a schedule happen again: it builds the program from
// the present source. It shows the finding again, or names the place where
// the program went another way.
package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A replayed is a schedule that is made to happen again.
type replayed struct{ *schedule.Schedule }

// Plan makes what the plan of a schedule shows happen again. The module is in root, and name is that of the file.
func Plan(ctx context.Context, st command.Streams, own flags.Values, root, name string, sch *schedule.Schedule) error {
	s := replayed{sch}
	se, t, err := s.build(ctx, st, own, root)
	if se != nil {
		defer se.Close()
	}
	switch {
	case err != nil && se != nil:
		return se.Fail(err, nil)
	case err != nil:
		return err
	}
	return s.run(ctx, se, t, name)
}

// build makes the program again from the module as it is now.
func (s replayed) build(ctx context.Context, st command.Streams, own flags.Values, root string) (*session.Session, *record.Target, error) {
	env := goenv.Read(ctx, root)
	se, err := session.New(ctx, st, own, env)
	if err != nil {
		return nil, nil, err
	}
	t, err := s.target(se)
	if err == nil && s.Replay.Kind != "" {
		err = s.rebuild(ctx, se, t)
	}
	return se, t, err
}

// target is the program as it was recorded.
func (s replayed) target(se *session.Session) (*record.Target, error) {
	t := &record.Target{
		ID: "replay", Package: s.Package, Test: s.Test, Binary: s.Binary,
		Args: s.Args, Dir: s.Dir, Prefix: s.Prefix,
	}
	if !filepath.IsAbs(t.Dir) {
		t.Dir = filepath.Join(se.Work, t.Dir)
	}
	if _, err := os.Stat(s.Binary); s.Replay.Kind == "" && err != nil {
		return nil, fmt.Errorf("the recorded program is gone, and how it was built is not known: %w; record it again with -keep", err)
	}
	if s.Test {
		t.Env = se.Shadow.Env()
	}
	if s.Stdin == nil {
		return t, nil
	}
	t.Stdin = filepath.Join(se.Dir, "stdin")
	return t, os.WriteFile(t.Stdin, s.Stdin, 0o600)
}

// rebuild makes the target's binary from the source as it is now.
func (s replayed) rebuild(ctx context.Context, se *session.Session, t *record.Target) error {
	se.Progress.Say("building %s", s.Package)
	t.Binary = filepath.Join(se.Dir, "program")
	argv := []string{"build"}
	if s.Test {
		argv = []string{"test", "-c"}
	}
	pkg := s.Package
	if pkg == "command-line-arguments" { // it was named by its file
		pkg = filepath.Join(t.Dir, s.Replay.Package)
	}
	build := s.Replay.Build
	if c := s.Replay.Conditions; c != nil { // the same sites get the same numbers
		overlaid, err := se.Overlaid(ctx, build, instrument.Options{Patterns: c.Patterns, Tests: c.Tests, Memory: c.Memory})
		if err != nil {
			return err
		}
		build = overlaid
	}
	if c := s.Replay.Calls; c != nil {
		overlaid, err := se.WithCalls(ctx, build, sites.Options{
			Patterns: c.Patterns, Tests: c.Tests, BuildFlags: session.LoadFlags(build),
			Types: c.Types, Std: c.Std, Written: c.Written, All: c.All,
		})
		if err != nil {
			return err
		}
		build = overlaid
	}
	argv = append(argv, build...)
	if err := se.GoCommand(ctx, append(argv, "-o", t.Binary, pkg), nil, se.Streams.Err); err != nil {
		return err
	}
	if se.Failed {
		return fmt.Errorf("%s cannot be built any more; mend the build and replay again", s.Package)
	}
	return nil
}

// run replays until the deadlock is there. Without it the exit status tells apart a program that took the recorded
// course and did not deadlock, and a program that never came to a place of the schedule.
func (s replayed) run(ctx context.Context, se *session.Session, t *record.Target, name string) error {
	plan := &s.Plan.Pauses.Plan
	// Global variables may lie elsewhere in a new build; sites, contexts and
	// goroutines still tell the breakpoints.
	for i := range plan.Edges[:plan.N] {
		plan.Edges[i].Global = 0
	}
	opt := confirm.Options{Seed: s.Plan.Seed}
	if s.Plan.Serial {
		opt.Strategy = confirm.Serial
	}
	var last *confirm.Run
	tries := 0
	for tries < max(se.Tries, 1) && ctx.Err() == nil {
		se.Progress.Say("replaying")
		run, err := confirm.RunOnce(ctx, se.Dir, t, t.Args, plan, opt, tries)
		if err != nil {
			return se.Fail(err, nil)
		}
		tries++
		if last = run; s.isThere(run) {
			return se.Report([]report.Finding{s.again(run, tries, name)}, stats(tries))
		}
	}
	if last == nil {
		return se.Fail(errors.New("the deadlock did not happen again; it was interrupted"), nil)
	}
	why, followed := s.diverged(last)
	if !followed {
		return se.Fail(errors.New(why), nil)
	}
	return se.Report([]report.Finding{s.missed(why, tries)}, stats(tries))
}

func stats(tries int) report.Stats {
	return report.Stats{Tries: tries, Limits: []string{}, Unseen: []string{}}
}

// isThere reports whether a run ended in the deadlock.
func (s replayed) isThere(run *confirm.Run) bool {
	if s.Plan.End == nil {
		return run.Verdict != nil
	}
	return run.Quiescence != nil && run.Quiescence.Reaches(*s.Plan.End)
}

// again is the finding of a run that ended in the deadlock.
func (s replayed) again(run *confirm.Run, tries int, name string) report.Finding {
	f := s.Finding
	f.Dynamic.Tries = tries
	f.Dynamic.Reason = fmt.Sprintf("replayed in run %d: %s", tries, s.seen(run))
	if s.Plan.End != nil {
		f.Dynamic.Assumption = run.Quiescence.Assumption()
	}
	f.Replay = "deadlocklint replay " + name
	return f
}

// missed is the finding when no run ended in the deadlock.
func (s replayed) missed(why string, tries int) report.Finding {
	f := s.Finding
	f.Status, f.Replay, f.Timeline = report.StatusNotReached, "", nil
	f.Dynamic = &report.Dynamic{Verdict: report.VerdictNotReached, Reason: why, Tries: tries}
	return f
}

// seen words what a replay saw.
func (s replayed) seen(run *confirm.Run) string {
	switch {
	case s.Plan.End == nil:
	case run.Quiescence.Others > 0:
		return "the goroutines of the finding are where they were, and no goroutine that used what they wait for can go on"
	default:
		return "no goroutine of the program can go on, and those of the finding are where they were"
	}
	return "every goroutine of the cycle is parked by Go's runtime on a lock that the next one holds"
}

// diverged says how the last run went instead. It was followed when every goroutine of the schedule came to its
// place, with any locks.
func (s replayed) diverged(run *confirm.Run) (why string, followed bool) {
	const msg = "the deadlock did not happen again"
	if s.Plan.End != nil {
		if run.Stats.Idle+run.Stats.Late > 0 {
			return msg + ": the run went another way; run deadlocklint test for a new schedule", false
		}
		return msg + ": the run could still go on, or ended; it may be fixed", true
	}
	step := 0
	for i, g := range s.Finding.Goroutines {
		for j, st := range g.Steps {
			if st.Op == "go" {
				continue
			}
			step++
			if i >= len(run.Stats.Edges) {
				continue
			}
			if isMissing(run.Stats.Edges[i], j == len(g.Steps)-1) {
				came := run.Stats.Edges[i].Near > 0
				return fmt.Sprintf("%s: the program diverged at step %d: goroutine %s never came to where it %s at %s%s; it may be fixed, or run deadlocklint test for a new schedule", msg, step, g.Name, st.Does(), st.Pos, otherwise(came)), came
			}
		}
	}
	return msg + ": every step was reached, but not at the same time; replay again with -tries 10", true
}

// isMissing reports whether a goroutine never made a step, which is its last one or not.
func isMissing(e boundary.EdgeStats, last bool) bool {
	if last {
		return e.Reached == 0
	}
	return e.Started == 0 && e.Reached == 0 && e.Near == 0
}

// otherwise says that a goroutine came to the place of a step all the same.
func otherwise(came bool) string {
	if came {
		return ", and came there with other locks"
	}
	return ""
}
