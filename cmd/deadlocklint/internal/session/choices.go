package session

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// KeepChoices writes the schedule of a finding in a recording that repeats a run, and returns the command
// that makes the run again. The command is "" for any other recording. It is "" too when the
// schedule cannot be written, and a message gives the reason.
func (se *Session) KeepChoices(t *record.Target, f *report.Finding) string {
	if t == nil || t.Explored == nil {
		return ""
	}
	c, err := se.choices(t)
	if err != nil {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: cannot read the choices of a run: %v\n", err)
		return ""
	}
	s := se.scheduleOf(t, explorer.SelectionArgs(t.Args))
	s.Replay, s.Test, s.Choices = schedule.Build{Kind: schedule.KindTest, Build: se.ownBuild()}, true, c
	return se.KeepSchedule(s, f.ID, func(replay string) report.Finding { return Replayed(f, replay) })
}

// Replayed is a finding for the file that replays it. The steps are there as choices.
func Replayed(f *report.Finding, replay string) report.Finding {
	g := *f
	g.Replay, g.Explored = replay, nil
	return g
}

// choices are those of the run that a recording repeats.
func (se *Session) choices(t *record.Target) (*explorer.Choices, error) {
	x := t.Explored
	c := &explorer.Choices{
		Test: x.Test, Run: x.Run, Seed: x.Seed, Fresh: x.Fresh, Behind: x.Behind, Own: x.Own, Now: x.Now,
		Early: explorer.RelativeTo(se.Root(), x.Early), Sites: sitesOf(t),
	}
	if x.Trail == "" {
		return c, nil
	}
	b, err := regular.Read(filepath.Join(se.Dir, filepath.Base(x.Trail)), regular.Limit)
	c.Steps = explorer.ParseTrail(b).Steps
	return c, err
}

// ownBuild are the build flags of the user. An overlay of the session has calls that tell about themselves, which add no step.
func (se *Session) ownBuild() []string {
	rest, overlay := takeOverlay(se.Replay.Build)
	if rel, err := filepath.Rel(se.Dir, overlay); overlay != "" && err == nil && filepath.IsLocal(rel) {
		return rest
	}
	return se.Replay.Build
}

// KeepText writes the text of a finding's schedule, and returns the command that makes it again,
// or "" after saying why it cannot.
func (se *Session) KeepText(id string, text []byte) string {
	replay, err := schedule.Keep(se.schedules(), id, text)
	return se.written(replay, err)
}

// KeepLog writes the steps of a finding in words beside its schedule: a line for each step.
// Without it everything else is there, so an error is only told.
func (se *Session) KeepLog(id, text string) {
	if text == "" || strings.ContainsAny(id, "/\\") {
		return
	}
	if err := schedule.WriteFile(se.schedules(), schedule.LogName(id), []byte(text)); err != nil {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: cannot keep the steps of a finding: %v; name a directory with -keep\n", err)
	}
}

// RepeatSchedule builds the test of a schedule from the source as it is now, and makes its
// choices again with the recorder on.
func (se *Session) RepeatSchedule(ctx context.Context, s *schedule.Schedule) (*explorer.Repetition, error) {
	t, err := se.buildTest(ctx, s)
	if err != nil {
		return nil, err
	}
	return se.RepeatBuilt(ctx, t, s)
}

// buildTest builds the test of a schedule.
func (se *Session) buildTest(ctx context.Context, s *schedule.Schedule) (*record.Target, error) {
	se.Progress.Say("building %s", s.Package)
	dir := filepath.Join(se.Root(), s.Dir)
	if filepath.IsAbs(s.Dir) || !filepath.IsLocal(s.Dir) {
		return nil, command.Usage(fmt.Errorf("the schedule is of directory %s, which is not in this module; replay it in the module that it is of", s.Dir))
	}
	bin := filepath.Join(se.Dir, "program")
	args := slices.Concat([]string{"test", "-c"}, s.Replay.Build, []string{"-o", bin, s.Package})
	if err := se.GoCommand(ctx, args, nil, se.Streams.Err); err != nil {
		return nil, err
	}
	if se.Failed {
		return nil, fmt.Errorf("%s cannot be built any more; mend the build and replay again", s.Package)
	}
	t, err := record.NewTarget(se.Dir, bin, s.Args, dir)
	if err != nil {
		return nil, err
	}
	t.Package, t.Test, t.Prefix = s.Package, true, s.Prefix
	if !se.NoLeaks {
		t.Env = append(t.Env, boundary.EnvBlocked+"=1")
	}
	if sites := s.Choices.Sites; sites != "" {
		t.Env = append(t.Env, explorer.EnvNoMemoryPoints, boundary.EnvSites+"="+sites)
	}
	return t, nil
}

// RepeatBuilt makes the choices of a schedule again with the recorder on, by a test that was
// built for it.
func (se *Session) RepeatBuilt(ctx context.Context, t *record.Target, s *schedule.Schedule) (*explorer.Repetition, error) {
	e, err := s.Choices.Ending(filepath.Join(se.Dir, "choices"))
	if err != nil {
		return nil, err
	}
	se.Progress.Say("replaying")
	return explorer.Repeat(ctx, t, se.Dir, s.Choices.Test, e, se.Progress.Pass(se.Streams.Err))
}
