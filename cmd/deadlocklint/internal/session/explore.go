package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// envExploration tells ExecExplore how to explore: explorer.Options as JSON.
const envExploration = "DEADLOCKLINT_EXPLORATION"

// maxRepeats is how many endings of a test are repeated with the recorder on.
const maxRepeats = 8

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
		own := x.opt
		own.Time = x.timeOf(i)
		list, err := exploreTest(ctx, x.target, x.dir, name, from, own)
		if err != nil {
			return err
		}
		if err := recordBases(ctx, x.target, x.dir, list); err != nil {
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
	_, err := exploreTest(ctx, &own, se.Dir, name, nil, opt)
	return err
}

// exploreTest explores a test and keeps its result in the session dir, with recordings of
// the runs that may be findings.
func exploreTest(ctx context.Context, t *record.Target, dir, name string, from explorer.Checkpoints, opt explorer.Options) ([]*explorer.Result, error) {
	x := &testExploration{t, dir, filepath.Join(dir, "explored."+t.ID), name}
	start := time.Now()
	list, err := x.explore(ctx, x.work, from, opt)
	if err != nil {
		return nil, err
	}
	if from == nil && ctx.Err() == nil && fails(list) {
		opt.Time, opt.Served = rest(opt.Time, start), rest(opt.Served, start)
		if list, opt, err = x.today(ctx, list, opt); err != nil {
			return nil, err
		}
	}
	if err := x.compare(ctx, list, opt); err != nil {
		return nil, err
	}
	if err := x.asFirst(ctx, list, from == nil, opt, start); err != nil {
		return nil, err
	}
	if err := x.repeat(ctx, x.work, list); err != nil {
		return nil, err
	}
	if from == nil && ctx.Err() == nil && slices.ContainsFunc(list, (*explorer.Result).IsSpoiled) {
		opt.Isolate, opt.Runs, opt.Time, opt.Served = true, runsApart(opt.Runs), rest(opt.Time, start), rest(opt.Served, start)
		work := x.work + ".apart"
		apart, err := x.explore(ctx, work, nil, opt)
		if err == nil {
			err = x.repeat(ctx, work, apart)
		}
		if err != nil {
			return nil, err
		}
		list = keepRepeated(apart, list)
	}
	if from == nil {
		if err := x.firstRuns(ctx, list, opt, start); err != nil {
			return nil, err
		}
	}
	for _, r := range list {
		if err := saveResult(x.work, r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// A testExploration is the exploration of one test, with the calls of Explore in it.
type testExploration struct {
	target *record.Target
	dir    string // of the session
	work   string // for its results, and how far it is
	name   string
}

// rest is the time that a second exploration of a test has, at least a quarter of the whole;
// 0 is no limit.
func rest(whole time.Duration, start time.Time) time.Duration {
	if whole == 0 {
		return 0
	}
	return max(whole-time.Since(start), whole/4)
}

// explore makes the runs, in a directory of their own.
func (x *testExploration) explore(ctx context.Context, work string, from explorer.Checkpoints, opt explorer.Options) ([]*explorer.Result, error) {
	if err := errors.Join(os.MkdirAll(x.work, 0o700), os.MkdirAll(work, 0o700)); err != nil {
		return nil, fmt.Errorf("cannot explore %s: %w; free some space in %s", x.target.Package, err, x.dir)
	}
	list, err := explorer.Test(ctx, x.target, work, x.name, from, opt, func(g explorer.Progress) { tellProgress(x.work, g) })
	return list, err
}

// repeat makes endings that may be findings again, with the recorder on. Of a test that is
// explored twice only those that count come here: a recording is a finding.
func (x *testExploration) repeat(ctx context.Context, work string, list []*explorer.Result) error {
	for _, r := range list {
		if err := repeat(ctx, x.target, x.dir, work, r); err != nil {
			return err
		}
	}
	return nil
}

func fails(list []*explorer.Result) bool {
	return slices.ContainsFunc(list, func(r *explorer.Result) bool { return r.Fails })
}

// today explores a test again that fails under the base schedule, at the time of day that it
// is: it may compare its clock with the times of files, or with a certificate that was made
// before. The results before are returned when it fails then, too.
func (x *testExploration) today(ctx context.Context, before []*explorer.Result, opt explorer.Options) ([]*explorer.Result, explorer.Options, error) {
	now := opt
	now.Today = true
	probe := now
	probe.Runs = 1
	work := x.work + ".today"
	list, err := x.explore(ctx, work, nil, probe)
	if err != nil || fails(list) || ctx.Err() != nil {
		return before, opt, err
	}
	list, err = x.explore(ctx, work, nil, now)
	return list, now, err
}

// compare finds how tests that fail under the base schedule do otherwise.
func (x *testExploration) compare(ctx context.Context, list []*explorer.Result, opt explorer.Options) (err error) {
	for _, r := range list {
		if !r.Fails || r.Otherwise != nil || ctx.Err() != nil {
			continue
		}
		if r.Otherwise, err = explorer.Compare(ctx, x.target, x.work+".otherwise", r.Test, opt); err != nil {
			return err
		}
	}
	return nil
}

// keepRepeated adds to the results the endings that an earlier exploration has made again.
func keepRepeated(list, earlier []*explorer.Result) []*explorer.Result {
	for _, r := range list {
		i := slices.IndexFunc(earlier, func(o *explorer.Result) bool { return o.Test == r.Test })
		if i < 0 {
			continue
		}
		for _, e := range earlier[i].Endings {
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
	return min(asked, ApartRuns)
}

// usualRuns is the number of schedules of a test unless the user says otherwise.
const usualRuns = 1000

// ApartRuns is how many runs of a test get a process each, at most, when its runs depend on
// those before. A process takes some milliseconds.
const ApartRuns = 200

// repeat records the endings of a test that may be findings.
func repeat(ctx context.Context, t *record.Target, dir, work string, r *explorer.Result) error {
	n := 0
	for i := range r.Endings {
		e := &r.Endings[i]
		if err := withoutEarly(ctx, t, work, r.Test, e, shrinkTime(r)); err != nil {
			return err
		}
		if !r.Counts(e) || n == maxRepeats {
			continue
		}
		n++
		if err := repeatSmaller(ctx, t, dir, work, r, e, behindOthers); err != nil {
			return err
		}
	}
	return nil
}

// withoutEarly replaces a failure of the test behind an early timer by a failure without early timers, if
// there is one.
func withoutEarly(ctx context.Context, t *record.Target, work, test string, e *explorer.Ending, most time.Duration) error {
	if !e.FailsEarly() || e.Crash != "" || ctx.Err() != nil {
		return nil
	}
	small, err := explorer.Shrink(ctx, t, work, test, *e, most)
	if err == nil && !small.FailsEarly() {
		*e = small
	}
	return err
}

// shrinkTime is how long the schedule of an ending is made smaller, at most: all that are made again take no longer than the
// exploration of their test has taken, unless that was short. A test that has a share of the time takes little more than that:
// other tests wait for theirs.
func shrinkTime(r *explorer.Result) time.Duration {
	least := 2 * time.Second
	if r.Share > 0 {
		least = min(least, r.Share/4)
	}
	return max(least, r.Took/maxRepeats)
}

// A repetition makes an ending again.
type repetition func(ctx context.Context, t *record.Target, dir, test string, e *explorer.Ending, out io.Writer) error

// behindOthers repeats an ending behind the runs of the base schedule. A first run of a process may
// go another way, such as one with a network poller.
func behindOthers(ctx context.Context, t *record.Target, dir, test string, e *explorer.Ending, out io.Writer) (err error) {
	e.Seen, err = explorer.Repeat(ctx, t, dir, test, e, out)
	return err
}

// repeatSmaller records an ending with a smaller schedule, or with its own one when the
// ending does not happen again so. Endings before an interrupt are recorded too: a
// search that carries on does not find them again.
func repeatSmaller(ctx context.Context, t *record.Target, dir, work string, r *explorer.Result, e *explorer.Ending, repeat repetition) (err error) {
	small := *e
	if ctx.Err() == nil && e.Shrunk == nil {
		if small, err = explorer.Shrink(ctx, t, work, r.Test, *e, shrinkTime(r)); err != nil {
			return err
		}
	}
	ctx = context.WithoutCancel(ctx)
	err = repeat(ctx, t, dir, r.Test, &small, io.Discard)
	if err != nil || small.Seen.Again || small.Trail == e.Trail {
		*e = small
		return err
	}
	return repeat(ctx, t, dir, r.Test, e, io.Discard)
}

// recordBases records tests under a base schedule that ends well, to predict from it. A
// goroutine alone takes no locks in a cycle, but the recording names what is not modelled.
func recordBases(ctx context.Context, t *record.Target, dir string, list []*explorer.Result) error {
	for _, r := range list {
		base := r.Base()
		if base == nil || base.Bad() || base.Goroutines < 2 && !r.IsUnruled() || ctx.Err() != nil {
			continue
		}
		if _, err := explorer.Repeat(ctx, t, dir, r.Test, base, io.Discard); err != nil {
			return err
		}
	}
	return nil
}

func saveResult(dir string, r *explorer.Result) error {
	b, err := json.Marshal(r)
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
	s := &explorer.Schedule{Package: t.Package, Test: t.Explored.Test, Run: t.Explored.Run, Seed: t.Explored.Seed, Fresh: t.Explored.Fresh, Behind: t.Explored.Behind, Own: t.Explored.Own, Now: t.Explored.Now, Build: se.ownBuild(), Args: explorer.SelectionArgs(t.Args), Dir: t.Dir}
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
	return se.KeepText(id, s.Format())
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
	t.Package, t.Test = s.Package, true
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
