package explorer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/shrink"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// A process makes runs of one test until it has made all, or a run ends it.
type process struct {
	target *record.Target
	name   string // of the test, or of a call of Explore in it
	dir    string
	first  int
	seed   uint64
	fresh  bool
	most   time.Duration // processor time that it may take, 0 is no limit
	env    []string      // besides that of every exploring process

	carries string  // strategy
	cut     *Ending // the run that ended the process before, which ends before it does so again
	tell    func(*process)

	out      tail
	runs     int
	mean     float64 // of the estimated number of schedules
	error    float64
	state    *State
	repeats  bool
	told     bool // whether runs of one schedule are alike is known
	ended    bool // it has made all its runs
	done     bool // and there is nothing more to do
	stalled  bool
	overdue  bool // it was ended when the time was used up
	idle     bool // and had made no step for some time then
	apart    boundary.IsolationReason
	now      int64         // when runs begin by their clock, in seconds since 1970
	began    time.Duration // of the exploration, when the process was started
	served   time.Duration // that it was served, as it told last
	cpu      time.Duration // of its threads
	missed   bool          // the test did not make its call
	settles  bool          // the first run went another way than those after it
	calls    []call        // that the test makes, and that are explored instead of it
	endings  []Ending
	classes  []Class
	spots    PointCoverage
	crash    *Ending
	shrunk   *ScheduleSize
	switches []shrink.Switch                // of the run
	early    map[string][]record.EarlyTimer // that fired early, by the run

	interrupted bool
}

// maxOutput is how much of the output of a process is kept, in bytes.
const maxOutput = 64 << 10

// look is how often it is seen whether the process goes on.
const look = 100 * time.Millisecond

// often is how often the progress is told.
const often = 500 * time.Millisecond

func (p *process) run(ctx context.Context, opt Options) error {
	trail, runs := filepath.Join(p.dir, "trail"), filepath.Join(p.dir, "runs")
	carries, state := filepath.Join(p.dir, "carries"), filepath.Join(p.dir, "state")
	if err := errors.Join(makeTrail(trail), os.WriteFile(carries, []byte(p.carries), 0o600)); err != nil {
		return fmt.Errorf("cannot explore %s: %w; free some space or set TMPDIR", p.name, err)
	}
	env := []string{
		boundary.EnvMode + "=" + strconv.Itoa(boundary.ModeExplore), boundary.EnvDir + "=" + p.dir, boundary.EnvExplore + "=" + opt.Config.String(), boundary.EnvCarries + "=" + carries, boundary.EnvState + "=" + state,
		boundary.EnvNow + "=" + strconv.FormatInt(p.now, 10), boundary.EnvFirst + "=" + strconv.Itoa(p.first), boundary.EnvRuns + "=" + strconv.Itoa(opt.Runs),
		boundary.EnvRunsFile + "=" + runs, boundary.EnvTrail + "=" + trail, boundary.EnvTrailSize + "=" + strconv.Itoa(trailSize),
	}
	if opt.Time > 0 {
		env = append(env, boundary.EnvTime+"="+opt.Time.String())
	}
	if opt.Served > 0 {
		env = append(env, boundary.EnvServed+"="+opt.Served.String())
	}
	if opt.Quiet > 0 {
		env = append(env, boundary.EnvQuiet+"="+strconv.Itoa(opt.Quiet), boundary.EnvQuietTime+"="+opt.Lasts.String())
	}
	if opt.First {
		env = append(env, boundary.EnvStopFirst+"=1")
	}
	if p.fresh {
		env = append(env, boundary.EnvFresh+"=1")
	}
	if opt.Impact != nil {
		env = append(env, boundary.EnvImpact+"="+opt.Impact.String())
	}
	if opt.Isolate != "" {
		env = append(env, boundary.EnvApart+"="+string(opt.Isolate))
	}
	if p.cut != nil {
		env = append(env, boundary.EnvStopRun+"="+strconv.Itoa(p.cut.Run), boundary.EnvStopAt+"="+strconv.Itoa(p.cut.Steps))
	}
	env = slices.Concat(env, callEnv(p.name), p.env)
	cmd := p.target.Command(ctx, p.arguments(), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Second
	over, err := p.start(cmd)
	if err != nil {
		return err
	}
	err = p.attend(cmd, trail, runs, endOf(time.Now(), opt.Time), over)
	record.Charge(ctx, cmd.ProcessState)
	p.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	code := exitStatus(err)
	p.interrupted = ctx.Err() != nil || isInterrupt(err)
	told := p.read(runs)
	p.state, err = readState(state)
	if err := errors.Join(told, err); err != nil {
		return fmt.Errorf("cannot read what the runs of %s have told: %w; explore again", p.name, err)
	}
	if code != 0 && !p.ended && !p.stalled && !p.overdue && !p.interrupted && (p.repeats || p.fresh || !p.told) {
		p.crashed(trail, code)
	}
	return nil
}

// start starts the command. The returned channel has its end.
func (p *process) start(cmd *exec.Cmd) (over <-chan error, err error) {
	out, err := record.Connect(cmd, &p.out, &p.out)
	if err != nil {
		return nil, err
	}
	record.DiesWithUs(cmd)
	if err := cmd.Start(); err != nil {
		out.End()
		return nil, fmt.Errorf("cannot run %s: %w; check that it can be executed here", p.target.Binary, err)
	}
	out.Started()
	ended := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		out.End()
		ended <- err
	}()
	return ended, nil
}

// arguments are those of the target, for one test and without a deadline of its own. Of the
// test's subtests those stay selected that the target selects.
func (p *process) arguments() []string {
	var selected selection
	args := []string{"-test.run=", "-test.timeout=0"}
	for _, a := range p.target.Args {
		name, value, _ := strings.Cut(a, "=")
		switch name {
		case "-test.run":
			selected, _ = selectionOf(value, "") // the list of tests was made with it
		case "-test.timeout", "-test.v", "-test.count", "-test.testlogfile", "-test.paniconexit0", "-test.parallel", "-test.failfast":
		default:
			args = append(args, a)
		}
	}
	args[0] += selected.pattern(topLevel(p.name))
	return args
}

// A position is how far a process has come.
type position struct{ run, steps int }

// positionOf reads it from the head of the choices, which are written ahead of each step.
func positionOf(trail string) position {
	f, err := os.Open(trail)
	if err != nil {
		return position{}
	}
	defer f.Close()
	head := make([]byte, boundary.Size[boundary.TrailHead]())
	if _, err := io.ReadFull(f, head); err != nil {
		return position{}
	}
	list, _ := boundary.Records[boundary.TrailHead](head, 1)
	return position{int(list[0].Run), int(list[0].Steps)}
}

// read takes in the lines that the process has written, and all lines before a damaged line.
func (p *process) read(name string) error {
	b, err := regular.Read(name, regular.Limit)
	if err != nil {
		return nil // none yet
	}
	p.endings, p.calls, p.classes, p.spots, p.switches = nil, nil, nil, PointCoverage{}, nil
	p.early = map[string][]record.EarlyTimer{}
	if err := boundary.Read(string(b), boundary.RunLines, p.line); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (p *process) line(l boundary.Line) {
	switch l := l.(type) {
	case *boundary.FoundCall:
		if strings.Contains(l.Name, "/") {
			p.calls = append(p.calls, call(*l))
		}
	case *boundary.EarlyTimer:
		p.early[l.Run] = append(p.early[l.Run], record.EarlyTimer{After: time.Duration(l.Span), Stall: time.Duration(l.Stall), Pos: l.Pos})
	case *boundary.Progress:
		p.runs, p.mean, p.error = l.Runs, l.Mean, l.Error
	case *boundary.Repeats:
		p.repeats, p.told = l.Alike, true
	case *boundary.Isolated:
		p.apart = l.Why
	case *boundary.Missed:
		p.missed = true
	case *boundary.Settles:
		p.settles = true
	case *boundary.NewClass:
		p.classes = append(p.classes, Class{l.Runs, l.Order})
	case *boundary.Spot:
		p.spots.put(l.Site, l.Chose)
	case *boundary.MoreSpots:
		p.spots.More = true
	case *boundary.AllEnded:
		p.ended, p.done, p.served = true, l.Done, time.Duration(l.Served)
	case *boundary.Shrunk:
		p.shrunk = &ScheduleSize{l.Preemptions, l.Switches, l.Given}
	case *boundary.Switch:
		p.switches = append(p.switches, shrink.Switch(*l))
	case *boundary.RunEnded:
		p.endings = append(p.endings, p.ending(l))
	}
}

// ending is that of a run that the process has told.
func (p *process) ending(l *boundary.RunEnded) Ending {
	run := strconv.Itoa(l.Run)
	trail := filepath.Join(p.dir, "trail."+run)
	return Ending{
		Run: l.Run, End: l.End, Class: l.Class, Failed: l.Failed, Steps: l.Steps, Goroutines: l.Goroutines,
		After: p.began + time.Duration(l.After), Trail: trail, Early: p.early[run], ForcedStep: metIn(trail),
	}
}

// crashed keeps the choices of the run that ended the process.
func (p *process) crashed(trail string, code int) {
	b, err := readTrail(trail)
	if err != nil {
		return
	}
	t := ParseTrail(b)
	if t.Run != boundary.Base && len(t.Steps) == 0 {
		return // no run has begun
	}
	name := filepath.Join(p.dir, "trail.crash")
	if err := os.WriteFile(name, b, 0o600); err != nil {
		return
	}
	p.crash = &Ending{Run: t.Run, Failed: t.Failed, Crash: p.output(), Exit: code, Steps: len(t.Steps), Trail: name, Early: firedEarly(t.Steps), ForcedStep: t.Met, HeldBack: t.Held}
	if p.crash.Crash == "" {
		p.crash.Crash = fmt.Sprintf("exit status %d", code)
	}
}

// lasts reports whether goroutines of a run of the process spin for ever. Nothing ends them but the end of the process.
func (p *process) lasts() bool {
	return slices.ContainsFunc(p.endings, func(e Ending) bool { return e.Lasts() })
}

func (p *process) output() string { return strings.TrimSpace(string(p.out.b)) }

// isInterrupt reports whether the terminal has ended a process, which it tells all of a
// group at one time.
func isInterrupt(err error) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	ws, ok := exit.Sys().(syscall.WaitStatus)
	return ok && ws.Signaled() && ws.Signal() == syscall.SIGINT
}

func exitStatus(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return 1
}

// A tail keeps the end of the output.
type tail struct{ b []byte }

func (t *tail) Write(b []byte) (int, error) {
	t.b = append(t.b, b...)
	if n := len(t.b) - maxOutput; n > maxOutput {
		t.b = append(t.b[:0], t.b[n:]...)
	}
	return len(b), nil
}
