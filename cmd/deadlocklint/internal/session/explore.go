package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// envExploration tells ExecExplore how to explore: explorer.Options as JSON.
const envExploration = "DEADLOCKLINT_EXPLORATION"

// ExecExplore explores the tests of a binary in place of the go command. A session that
// explores passes it to go test as -exec.
func ExecExplore(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		return command.Usage(errors.New("__explore is called by deadlocklint itself; run deadlocklint explore"))
	}
	x, err := newExecution(ctx, args)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupt(ctx, x.dir)
	defer stop()
	carried, err := readCarried(x.dir)
	if err != nil {
		return err
	}
	for i, name := range x.tests {
		if ctx.Err() != nil {
			break
		}
		from := carried[x.target.Package]
		if from.Finished(name) {
			continue
		}
		if why := x.refusal(); why != "" {
			if err := x.unexplored(name, why); err != nil {
				return err
			}
			continue
		}
		own := x.opt
		own.Time = x.timeOf(i)
		m, list, err := exploreTest(ctx, x.target, x.dir, name, from, own)
		if err != nil {
			return err
		}
		if err := errors.Join(x.noteFound(list), runner.RecordBases(ctx, m, list)); err != nil {
			return err
		}
	}
	return nil
}

// ExploreTest explores a test that was recorded, as exploreTest does.
func (se *Session) ExploreTest(ctx context.Context, t *record.Target, name string, opt explorer.Options) error {
	if err := os.MkdirAll(se.Dir, 0o700); err != nil {
		return fmt.Errorf("cannot explore %s: %w; free some space or set TMPDIR", name, err)
	}
	own := *t
	own.Env = slices.Clone(t.Env)
	if !se.Memory {
		own.Env = append(own.Env, explorer.EnvNoMemoryPoints)
	}
	if !se.NoLeaks {
		own.Env = append(own.Env, boundary.EnvBlocked+"=1")
	}
	_, _, err := exploreTest(ctx, &own, se.Dir, name, nil, opt)
	return err
}

// exploreTest explores a test and keeps its results in the session dir, with recordings of
// the runs that may be findings.
func exploreTest(ctx context.Context, t *record.Target, dir, name string, from explorer.Checkpoints, opt explorer.Options) (*runner.Processes, []*explorer.Result, error) {
	work := exploredDir(dir, t)
	m := &runner.Processes{Target: t, Session: dir, Work: work, Test: name, Tell: func(g explorer.Progress) { tellProgress(work, g) }}
	list, err := runner.Explore(ctx, m, from, opt)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range list {
		if err := saveResult(work, r); err != nil {
			return nil, nil, err
		}
	}
	return m, list, nil
}

// exploredDir has the files of the tests of a target that were explored.
func exploredDir(dir string, t *record.Target) string { return filepath.Join(dir, "explored."+t.ID) }

func saveResult(dir string, r *explorer.Result) error {
	b, err := json.Marshal(r)
	err = errors.Join(err, os.MkdirAll(dir, 0o700))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "result."+explorer.FileName(r.Test)+".json"), b, 0o600)
	}
	if err != nil {
		return fmt.Errorf("cannot keep the exploration: %w; free some space in %s", err, dir)
	}
	return nil
}

// Explored are the results of the tests that were explored, by package and test.
func (se *Session) Explored() ([]*explorer.Result, error) {
	names, err := filepath.Glob(filepath.Join(se.Dir, "explored.*", "result.*.json"))
	if err != nil {
		return nil, err
	}
	var list []*explorer.Result
	for _, name := range names {
		b, err := regular.Read(name, regular.Limit)
		if err != nil {
			return nil, err
		}
		r := &explorer.Result{}
		if err := json.Unmarshal(b, r); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *explorer.Result) int {
		return strings.Compare(a.Package+"\x00"+a.Test, b.Package+"\x00"+b.Test)
	})
	return list, nil
}

// exploration is the variable with the options, for the children of a session.
func (se *Session) exploration() string {
	b, _ := json.Marshal(se.Explore) // it always can
	return envExploration + "=" + string(b)
}

// KeepExplored writes the schedule of a recording that repeats a run, and returns the command
// that makes the run again. The command is "" for any other recording. It is "" too when the
// schedule cannot be written, and a message gives the reason.
func (se *Session) KeepExplored(t *record.Target, id string, check checks.Name) string {
	if t == nil || t.Explored == nil {
		return ""
	}
	s := &explorer.Schedule{Package: t.Package, Test: t.Explored.Test, Run: t.Explored.Run, Seed: t.Explored.Seed, Fresh: t.Explored.Fresh, Behind: t.Explored.Behind, Own: t.Explored.Own, Now: t.Explored.Now, Build: se.ownBuild(), Prefix: t.Prefix, Args: explorer.SelectionArgs(t.Args), Dir: t.Dir}
	if rel, err := filepath.Rel(se.Root(), t.Dir); err == nil && !strings.HasPrefix(rel, "..") {
		s.Dir = rel
	}
	if se.Shadow != nil {
		s.Go = se.Shadow.Toolchain.Version
	}
	s.Early = explorer.RelativeTo(se.Root(), t.Explored.Early)
	s.Sites = sitesOf(t)
	if se.NoInput {
		s.Args = record.TestFlags(s.Args)
	} else {
		se.sayKept("the schedule of "+id, nil, s.Args)
	}
	if t.Explored.Trail != "" {
		b, err := regular.Read(filepath.Join(se.Dir, filepath.Base(t.Explored.Trail)), regular.Limit)
		if err != nil {
			fmt.Fprintf(se.Streams.Err, "deadlocklint: cannot read the choices of a run: %v\n", err)
			return ""
		}
		s.Steps = explorer.ParseTrail(b).Steps
	}
	s.Finding, s.Check = id, string(check)
	return se.KeepText(id, schedule.SignExplored(s))
}

// ownBuild are the build flags of the user. An overlay of the session has calls that tell about themselves, which add no step.
func (se *Session) ownBuild() []string {
	rest, overlay := takeOverlay(se.Replay.Build)
	if rel, err := filepath.Rel(se.Dir, overlay); overlay != "" && err == nil && filepath.IsLocal(rel) {
		return rest
	}
	return se.Replay.Build
}

// KeepText writes the schedule of a finding, and returns the command that makes it again,
// or "" after saying why it cannot.
func (se *Session) KeepText(id string, text []byte) string {
	dir := se.Keep
	if dir == "" {
		dir = schedule.Dir(se.Root())
	}
	name := "explored-" + id + ".txt"
	_, err := explorer.ParseSchedule(text) // it may come from elsewhere
	if strings.ContainsAny(id, "/\\") {
		err = fmt.Errorf("%q is no id", id)
	}
	if err == nil {
		err = schedule.WriteFile(dir, name, text)
	}
	if err != nil {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: cannot keep the schedule: %v; name a directory with -keep\n", err)
		return ""
	}
	return "deadlocklint replay " + filepath.Join(dir, name)
}

// KeepLog writes the steps of a finding in words beside its schedule: a line for each step.
// Without it everything else is there, so an error is only told.
func (se *Session) KeepLog(id, text string) {
	if text == "" || strings.ContainsAny(id, "/\\") {
		return
	}
	dir := se.Keep
	if dir == "" {
		dir = schedule.Dir(se.Root())
	}
	if err := schedule.WriteFile(dir, "explored-"+id+".log", []byte(text)); err != nil {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: cannot keep the steps of a finding: %v; name a directory with -keep\n", err)
	}
}

// RepeatSchedule builds the test of a schedule from the source as it is now, and makes its
// choices again with the recorder on.
func (se *Session) RepeatSchedule(ctx context.Context, s *explorer.Schedule) (*explorer.Repetition, error) {
	t, err := se.buildScheduled(ctx, s)
	if err != nil {
		return nil, err
	}
	return se.RepeatBuilt(ctx, t, s)
}

// buildScheduled builds the test of a schedule.
func (se *Session) buildScheduled(ctx context.Context, s *explorer.Schedule) (*record.Target, error) {
	se.Progress.Say("building %s", s.Package)
	dir := filepath.Join(se.Root(), s.Dir)
	if filepath.IsAbs(s.Dir) || !filepath.IsLocal(s.Dir) {
		return nil, command.Usage(fmt.Errorf("the schedule is of directory %s, which is not in this module; replay it in the module that it is of", s.Dir))
	}
	bin := filepath.Join(se.Dir, "program")
	args := slices.Concat([]string{"test", "-c"}, s.Build, []string{"-o", bin, s.Package})
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
	if s.Sites != "" {
		t.Env = append(t.Env, explorer.EnvNoMemoryPoints, boundary.EnvSites+"="+s.Sites)
	}
	return t, nil
}

// RepeatBuilt makes the choices of a schedule again with the recorder on, by a test that was
// built for it.
func (se *Session) RepeatBuilt(ctx context.Context, t *record.Target, s *explorer.Schedule) (*explorer.Repetition, error) {
	e := &explorer.Ending{Run: s.Run, Seed: s.Seed, Fresh: s.Fresh, Behind: s.Behind, Own: s.Own, Now: s.Now, Early: s.Early, Trail: filepath.Join(se.Dir, "schedule")}
	if err := os.WriteFile(e.Trail, s.Trail(), 0o600); err != nil {
		return nil, err
	}
	se.Progress.Say("replaying")
	return explorer.Repeat(ctx, t, se.Dir, s.Test, e, se.Progress.Pass(se.Streams.Err))
}
