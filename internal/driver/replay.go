package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// replayInfo says how the programs of a session are built again.
type replayInfo struct {
	Kind    string   // "test", "run" or "" when the binary itself is all there is
	Build   []string // flags of the go command
	Package string   // as it was named

	Conditions *instrument.Options `json:",omitempty"` // how its conditions were made visible
	Calls      *sites.Options      `json:",omitempty"` // and its calls, which are frames of a stack
}

// scheduleVersion is the version of schedule files.
const scheduleVersion = 1

// A schedule is a confirmed deadlock that can be made to happen again: the
// decisions of the run (its plan), how to build and start the program, and the
// finding as it was reported, whose steps tell where a changed program differs.
type schedule struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Go      string `json:"go"`
	Replay  replayInfo
	Package string // import path
	Test    bool
	Binary  string   // used when it cannot be built
	Args    []string // of the program or test binary
	Prefix  []string // the user's -exec
	Stdin   []byte   // what the program read
	Dir     string   // working directory, relative to the module's root
	Root    string   // the module's root when it was recorded
	Serial  bool
	Seed    uint64
	Plan    string
	Finding report.Finding
	Spots   []confirm.Spot `json:",omitempty"` // where goroutines are blocked, when the plan is an order
}

// writeSchedule keeps a confirmed deadlock in a file and names the command
// that replays it.
func (c *claim) writeSchedule() {
	s := c.session.schedule(c.shown.Target, c.result)
	c.replay = c.session.keepSchedule(s, c.found.ID, func(replay string) report.Finding {
		c.replay = replay
		return c.finding()
	})
}

// writeSchedule does the same for a deadlock of a trace program.
func (c *stalled) writeSchedule() {
	s := c.session.schedule(c.found.Target, c.result)
	s.Spots = confirm.Spots(c.found)
	c.replay = c.session.keepSchedule(s, c.found.ID, func(replay string) report.Finding {
		c.replay = replay
		return c.finding()
	})
}

// schedule describes the last run of a result.
func (se *session) schedule(t *record.Target, r *confirm.Result) schedule {
	s := schedule{
		Format: "deadlocklint schedule", Version: scheduleVersion,
		Replay: se.replay, Package: t.Package, Test: t.Test,
		Args: r.Args, Prefix: t.Prefix, Stdin: se.keptStdin(t), Root: se.root(), Plan: string(r.Plan.Format()),
		Serial: se.Strategy == string(confirm.Serial), Seed: se.Seed,
	}
	if se.shadow != nil {
		s.Go = se.shadow.Toolchain.Version
	}
	if s.Replay.Kind == "" {
		s.Binary = t.Binary
	}
	s.Dir = t.Dir
	if rel, err := filepath.Rel(s.Root, t.Dir); err == nil && !strings.HasPrefix(rel, "..") {
		s.Dir = rel
	}
	return s
}

// keepSchedule writes a schedule and returns the command that replays it, or
// "" after saying why it could not.
func (se *session) keepSchedule(s schedule, id string, finding func(replay string) report.Finding) string {
	dir := se.Keep
	if dir == "" {
		dir = scheduleDir()
	}
	name := filepath.Join(dir, "schedule-"+id+".json")
	replay := "deadlocklint replay " + name
	s.Finding = finding(replay)
	b, err := json.MarshalIndent(s, "", "\t")
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = os.WriteFile(name, b, 0o600)
	}
	if err != nil {
		fmt.Fprintf(se.streams.Err, "deadlocklint: cannot keep the schedule: %v; name a directory with -keep\n", err)
		return ""
	}
	return replay
}

// maxStdin is how much of what a program reads goes into a schedule.
const maxStdin = 1 << 20

// keptStdin is what the target read, or nil when that is too much to keep.
func (se *session) keptStdin(t *record.Target) []byte {
	if t.Stdin == "" {
		return nil
	}
	b, err := os.ReadFile(t.Stdin)
	if err == nil && len(b) > maxStdin {
		err = fmt.Errorf("it is longer than %d bytes", maxStdin)
	}
	if err != nil {
		fmt.Fprintf(se.streams.Err, "deadlocklint: the schedule does not keep the standard input: %v; record with a shorter one\n", err)
		return nil
	}
	return b
}

// scheduleDir is where schedules go without -keep: they must outlive the session.
func scheduleDir() string {
	if dir, err := goroot.CacheDir(); err == nil {
		return filepath.Join(dir, "schedules")
	}
	return filepath.Join(os.TempDir(), "deadlocklint-schedules")
}

func readSchedule(name string) (*schedule, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, usage{fmt.Errorf("%w; name a schedule file that a confirmed deadlock left", err)}
	}
	s := &schedule{}
	if err := json.Unmarshal(b, s); err != nil {
		var syn *json.SyntaxError
		if errors.As(err, &syn) {
			return nil, fmt.Errorf("%s is damaged at offset %d: %w; run deadlocklint test again for a new one", name, syn.Offset, err)
		}
		return nil, fmt.Errorf("%s is no schedule: %w; run deadlocklint test again for a new one", name, err)
	}
	switch {
	case s.Format != "deadlocklint schedule" || s.Version < 1:
		return nil, fmt.Errorf("%s is no schedule; name a file that a confirmed deadlock left", name)
	case s.Version > scheduleVersion:
		return nil, fmt.Errorf("%s was written by a newer deadlocklint (version %d); install that one", name, s.Version)
	}
	return s, nil
}

// runReplay is "deadlocklint replay".
func runReplay(ctx context.Context, st Streams, args []string) error {
	var own testflags.Own
	fs := ownFlags("replay", &own)
	if err := parse(fs, args, &own); err != nil {
		return helpOr(ctx, st, "replay", err)
	}
	if fs.NArg() != 1 {
		return usage{errors.New("which schedule? say deadlocklint replay FILE")}
	}
	s, err := readSchedule(fs.Arg(0))
	if err != nil {
		return err
	}
	plan := &sched.Plan{}
	if !sched.Parse([]byte(s.Plan), plan) {
		return fmt.Errorf("%s has no plan in it; run deadlocklint test again for a new one", fs.Arg(0))
	}
	se, t, err := s.build(ctx, st, own)
	if err != nil {
		return err
	}
	defer se.close()
	return s.run(ctx, se, t, plan, fs.Arg(0))
}

// build makes the program again from the module as it is now.
func (s *schedule) build(ctx context.Context, st Streams, own testflags.Own) (*session, *record.Target, error) {
	work := s.Root
	if _, err := os.Stat(work); err != nil {
		wd, err := os.Getwd()
		if err != nil {
			return nil, nil, err
		}
		work = wd // the module moved: it is where the command is called
	}
	own.Keep = ""
	se, err := newSession(ctx, st, own, work)
	if err != nil {
		return nil, nil, err
	}
	t, err := s.target(se)
	if err == nil && s.Replay.Kind != "" {
		err = s.rebuild(ctx, se, t)
	}
	if err != nil {
		se.close()
		return nil, nil, err
	}
	return se, t, nil
}

// target is the program as it was recorded.
func (s *schedule) target(se *session) (*record.Target, error) {
	t := &record.Target{
		ID: "replay", Package: s.Package, Test: s.Test, Binary: s.Binary,
		Args: s.Args, Dir: s.Dir, Prefix: s.Prefix,
	}
	if !filepath.IsAbs(t.Dir) {
		t.Dir = filepath.Join(se.work, t.Dir)
	}
	if _, err := os.Stat(s.Binary); s.Replay.Kind == "" && err != nil {
		return nil, fmt.Errorf("the recorded program is gone and nobody knows how it was built: %w; record it again with -keep", err)
	}
	if s.Test {
		t.Env = se.shadow.Env()
	}
	if s.Stdin == nil {
		return t, nil
	}
	t.Stdin = filepath.Join(se.dir, "stdin")
	return t, os.WriteFile(t.Stdin, s.Stdin, 0o600)
}

// rebuild makes the target's binary from the source as it is now.
func (s *schedule) rebuild(ctx context.Context, se *session, t *record.Target) error {
	se.progress.say("building %s", s.Package)
	t.Binary = filepath.Join(se.dir, "program")
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
		overlaid, err := se.overlaid(ctx, build, *c)
		if err != nil {
			return err
		}
		build = overlaid
	}
	if c := s.Replay.Calls; c != nil {
		overlaid, err := se.withCalls(ctx, build, *c)
		if err != nil {
			return err
		}
		build = overlaid
	}
	argv = append(argv, build...)
	if err := se.goCommand(ctx, append(argv, "-o", t.Binary, pkg), nil, se.streams.Err); err != nil {
		return err
	}
	if se.failed {
		return fmt.Errorf("%s cannot be built any more; mend the build and replay again", s.Package)
	}
	return nil
}

// run replays until the deadlock is there, or says where the program diverged.
func (s *schedule) run(ctx context.Context, se *session, t *record.Target, plan *sched.Plan, name string) error {
	// Global variables may lie elsewhere in a new build; sites, contexts and
	// goroutines still tell the breakpoints.
	for i := range plan.Edges[:plan.N] {
		plan.Edges[i].Global = 0
	}
	opt := confirm.Options{Seed: s.Seed}
	if s.Serial {
		opt.Strategy = confirm.Serial
	}
	f := s.Finding
	var last *confirm.Run
	for try := 0; try < max(se.Tries, 1) && ctx.Err() == nil; try++ {
		se.progress.say("replaying")
		run, err := confirm.Once(ctx, se.dir, t, t.Args, plan, opt, try)
		if err != nil {
			return err
		}
		last = run
		if run.Verdict != nil && len(s.Spots) == 0 || run.Still != nil && len(s.Spots) > 0 && run.Still.Shows(s.Spots) {
			f.Dynamic.Tries = try + 1
			f.Dynamic.Reason = fmt.Sprintf("replayed in run %d: %s", try+1, s.seen())
			f.Replay = "deadlocklint replay " + name
			return se.report([]report.Finding{f}, report.Stats{Tries: try + 1, Limits: []string{}, Unseen: []string{}})
		}
	}
	return errors.New(s.diverged(last))
}

// seen words what a replay saw.
func (s *schedule) seen() string {
	if len(s.Spots) > 0 {
		return "no goroutine of the program can go on, and those of the finding are where they were"
	}
	return "every goroutine of the cycle is parked by Go's runtime on a lock that the next one holds"
}

// diverged says at which step the program went another way than recorded.
func (s *schedule) diverged(run *confirm.Run) string {
	msg := "the deadlock did not happen again"
	if run == nil {
		return msg + "; it was interrupted"
	}
	if len(s.Spots) > 0 {
		return msg + ": the run went another way or could still go on; it may be fixed, or replay again with -tries 10"
	}
	step := 0
	for i, g := range s.Finding.Goroutines {
		for j, st := range g.Steps {
			if st.Op == "go" {
				continue
			}
			step++
			last := j == len(g.Steps)-1
			if i >= len(run.Stats.Edges) {
				continue
			}
			e := run.Stats.Edges[i]
			if last && e.Reached == 0 || !last && e.Started == 0 && e.Reached == 0 && e.Near == 0 {
				return fmt.Sprintf("%s: the program diverged at step %d: %s never did %s %s at %s; it may be fixed, or run deadlocklint test for a new schedule", msg, step, g.Name, st.Op, st.Class, st.Pos)
			}
		}
	}
	return msg + ": every step was reached, but not at the same time; replay again with -tries 10"
}
