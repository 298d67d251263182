package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/replay"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Replay is "deadlocklint replay": it makes a finding happen again. The content of the schedule decides how. Nothing is built
// before the user allows what the checkout does not have: the file may be of another user.
func Replay(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.Replay, args)
	if err != nil {
		return command.HelpOr("replay", err)
	}
	if len(rest) != 1 {
		return command.Usage(errors.New("which schedule? say deadlocklint replay FILE"))
	}
	name := rest[0]
	sched, err := schedule.Read(name)
	if err != nil {
		return err
	}
	if err := sched.Allow(s.Err, name, own.Trust); err != nil {
		return err
	}
	root, err := sched.Checkout(own.Chdir, own.Trust)
	if err != nil {
		return err
	}
	own.Keep = ""
	switch {
	case sched.Choices != nil:
		return replayChoices(ctx, s, own, root, sched)
	case sched.Calls != nil:
		return protocol.Replay(ctx, s, own, root, sched)
	}
	return replay.Plan(ctx, s, own, root, name, sched)
}

// replayChoices makes the choices of a run again.
func replayChoices(ctx context.Context, s command.Streams, own flags.Values, root string, sched *schedule.Schedule) error {
	own.NoCondvar, own.NoStatic, own.Time = true, true, session.DefaultTime
	pl, err := NewPipeline(ctx, s, own, goenv.Read(ctx, root))
	if err != nil {
		return err
	}
	defer pl.Close()
	tries := max(own.Tries, 1)
	pl.Tries, pl.Explore, pl.keeper.Replayed = 0, &explorer.Options{}, &sched.Finding
	pl.source = &static.Options{Dir: filepath.Join(pl.Root(), sched.Dir), Patterns: []string{"."}, Tests: true, Flags: session.LoadFlags(sched.Replay.Build), Lists: pl.Lists}
	seen, err := pl.repeat(ctx, sched, tries)
	if err != nil {
		return pl.Fail(err, nil)
	}
	return pl.finishReplay(ctx, sched, seen)
}

// maxUnmade is how many processes of a replay may end before its run.
const maxUnmade = 4

// repeat makes the choices of a schedule. A run that goes another way is forgotten, and made again. A process that ended before the run
// was not as that of the exploration: another one is started, and this is no try.
func (pl *pipeline) repeat(ctx context.Context, sched *schedule.Schedule, tries int) (*explorer.Repetition, error) {
	for unmade := 0; ; {
		seen, err := pl.RepeatSchedule(ctx, sched)
		switch {
		case err != nil || seen.Differs == "" && !seen.Unmade:
			return seen, err
		case seen.Unmade:
			if unmade++; unmade == maxUnmade || ctx.Err() != nil {
				return nil, fmt.Errorf("%s: runs of the base schedule were not alike in %d processes, so the schedule was not followed; make a new one with deadlocklint explore", sched.Choices.Test, unmade)
			}
		default:
			if tries--; tries <= 0 || ctx.Err() != nil {
				return nil, fmt.Errorf("%s went another way than in the schedule: %s; the program or its input has changed, so make a new schedule with deadlocklint explore", sched.Choices.Test, seen.Differs)
			}
		}
		traces, err := record.Traces(pl.Dir)
		for _, name := range traces {
			err = errors.Join(err, os.Remove(name))
		}
		if err != nil {
			return nil, err
		}
	}
}

// finishReplay reports a run that was made again. An ending that is none of the recording is a finding by itself.
func (pl *pipeline) finishReplay(ctx context.Context, sched *schedule.Schedule, seen *explorer.Repetition) error {
	switch {
	case seen.Exit != 0 && seen.Exit != boundary.ExitDeadlock && (seen.Failed || !seen.Ended): // else other runs failed
		return pl.happened(pl.failedAgain(sched, seen))
	case seen.Stacks != "":
		return pl.happened(pl.endlessAgain(sched, seen))
	}
	return pl.Finish(ctx)
}

// ofAccesses gives a finding of a replay the id, the check and the place of the finding of its schedule, where that is about the
// order of accesses. The end of the run, such as goroutines that are left, is the effect of that order.
func (pl *pipeline) ofAccesses(findings []report.Finding) []report.Finding {
	of := pl.keeper.Replayed
	if of == nil || of.Check != checks.Race && of.Check != checks.Order && of.Check != checks.Atomicity {
		return findings
	}
	i := slices.IndexFunc(findings, func(f report.Finding) bool { return f.IsDeadlock() || f.IsBlocked() && !f.Note })
	if i < 0 {
		return findings
	}
	f := *of
	f.Dynamic, f.Goroutines, f.Explored, f.Replay = findings[i].Dynamic, findings[i].Goroutines, findings[i].Explored, ""
	f.Message = "under this schedule " + findings[i].Message + ": " + f.Message
	return slices.Replace(slices.Clone(findings), i, i+1, f)
}

// happened reports a finding that happened again. Its status does not decide about the exit status.
func (pl *pipeline) happened(f report.Finding) error {
	err := pl.Report([]report.Finding{f}, report.Stats{Tests: 1, Limits: []string{}, Damaged: []string{}, Unseen: []string{}})
	if err == nil || command.Silent(err) {
		return command.Exit(report.ExitFindings)
	}
	return err
}

// madeAgain is how a run came about whose choices a schedule has.
const madeAgain = "the choices of the schedule were made again"

// failedAgain is the finding of a test that failed, or of a process that ended. When the run has written what the
// finding of the schedule says, the place and the steps are those of the finding.
func (pl *pipeline) failedAgain(sched *schedule.Schedule, seen *explorer.Repetition) report.Finding {
	if f := sched.Finding; f.Output != "" && len(f.Goroutines) > 0 && strings.Contains(seen.Output, f.Output) {
		f.Replay, f.Status, f.Decides = "", report.StatusConfirmed, ""
		f.Dynamic = &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: madeAgain, Tries: 1}
		f.Output = ending.Failure(sched.Choices.Test, seen.Output)
		return f
	}
	message := fmt.Sprintf("under this schedule %s fails, and its process ends with exit status %d", sched.Choices.Test, seen.Exit)
	return report.Finding{
		ID: sched.Finding.ID, Check: cmp.Or(sched.Finding.Check, checks.Schedule), Status: report.StatusConfirmed, Message: message,
		Pos: pl.placeOf(sched), Tests: []string{sched.Choices.Test},
		Dynamic:    &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: madeAgain, Tries: 1},
		Goroutines: []report.Goroutine{}, Output: ending.Failure(sched.Choices.Test, seen.Output),
	}
}

// placeOf is where the finding of a schedule was, or else its test.
func (pl *pipeline) placeOf(sched *schedule.Schedule) string {
	return cmp.Or(sched.Finding.Pos, ending.TestPosition(pl.Root(), filepath.Join(pl.Root(), sched.Dir), sched.Choices.Test))
}

// endlessAgain is the finding of a run that reached the limit of steps.
func (pl *pipeline) endlessAgain(sched *schedule.Schedule, seen *explorer.Repetition) report.Finding {
	if seen.Lasts {
		return report.Finding{
			ID: sched.Finding.ID, Check: checks.Livelock, Status: report.StatusConfirmed,
			Message: fmt.Sprintf("under this schedule %s never ends: goroutines spin for ever", sched.Choices.Test),
			Pos:     pl.placeOf(sched), Tests: []string{sched.Choices.Test},
			Dynamic:    &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: madeAgain, Assumption: ending.NoCounter, Tries: 1},
			Goroutines: goroutine.Numbered(goroutine.Running(pl.Root(), seen.Stacks), goroutine.Stuck(pl.Root(), seen.Stacks)),
		}
	}
	return report.Finding{
		ID: sched.Finding.ID, Check: checks.Livelock, Status: report.StatusPredicted,
		Message: fmt.Sprintf("under this schedule %s does not end within %d steps: a livelock candidate", sched.Choices.Test, explorer.MaxSteps),
		Pos:     pl.placeOf(sched), Tests: []string{sched.Choices.Test},
		Dynamic: &report.Dynamic{Reason: madeAgain, Tries: 1}, Goroutines: goroutine.Running(pl.Root(), seen.Stacks),
		Decides: "whether these goroutines can go on for ever; a loop that ends later than the limit is none",
	}
}
