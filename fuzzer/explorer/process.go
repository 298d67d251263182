package explorer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
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

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
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
	env    []string // besides that of every exploring process

	carries string  // strategy
	cut     *Ending // the run that ended the process before, which ends before it does so again
	tell    func(*process)

	out     tail
	runs    int
	mean    float64 // of the estimated number of schedules
	error   float64
	state   *State
	repeats bool
	told    bool // whether runs of one schedule are alike is known
	ended   bool // it has made all its runs
	done    bool // and there is nothing more to do
	stalled bool
	apart   IsolationReason
	now     int64         // when runs begin by their clock, in seconds since 1970
	began   time.Duration // of the exploration, when the process was started
	served  time.Duration // that it was served, as it told last
	missed  bool          // the test did not make its call
	settles bool          // the first run went another way than those behind it
	calls   []call        // that the test makes, and that are explored instead of it
	endings []Ending
	classes []Class
	spots   PointCoverage
	crash   *Ending
	shrunk  *ScheduleSize
	early   map[string][]record.EarlyTimer // that fired early, by the run

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
		record.EnvMode + "=" + strconv.Itoa(record.ModeExplore), record.EnvDir + "=" + p.dir, envExplore + "=" + opt.Strategy, envCarries + "=" + carries, envState + "=" + state,
		envNow + "=" + strconv.FormatInt(p.now, 10), envFirst + "=" + strconv.Itoa(p.first), envRuns + "=" + strconv.Itoa(opt.Runs),
		envFile + "=" + runs, envTrail + "=" + trail, envSize + "=" + strconv.Itoa(trailSize),
	}
	if opt.Time > 0 {
		env = append(env, envTime+"="+opt.Time.String())
	}
	if opt.Served > 0 {
		env = append(env, envServed+"="+opt.Served.String())
	}
	if opt.Quiet > 0 {
		env = append(env, envQuiet+"="+strconv.Itoa(opt.Quiet))
	}
	if p.fresh {
		env = append(env, envFresh+"=1")
	}
	if opt.Impact != nil {
		env = append(env, opt.Impact.env())
	}
	if opt.Isolate {
		env = append(env, envApart+"=1")
	}
	if p.cut != nil {
		env = append(env, envStopRun+"="+strconv.Itoa(p.cut.Run), envStopAt+"="+strconv.Itoa(p.cut.Steps))
	}
	env = slices.Concat(env, callEnv(p.name), p.env)
	cmd := p.target.Command(ctx, p.arguments(), env...)
	cmd.Stdout, cmd.Stderr = &p.out, &p.out
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot run %s: %w; check that it can be executed here", p.target.Binary, err)
	}
	over := make(chan error, 1)
	go func() { over <- cmd.Wait() }()
	err := p.attend(cmd, trail, runs, over)
	record.Charge(ctx, cmd.ProcessState)
	code := exitStatus(err)
	p.read(runs)
	p.state = readState(state)
	p.interrupted = ctx.Err() != nil || isInterrupt(err)
	if !p.ended && !p.stalled && !p.interrupted && (p.repeats || p.fresh || !p.told) {
		p.crashed(trail, code)
	}
	return nil
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

// attend waits for the process and ends it when a run makes no step any more.
func (p *process) attend(cmd *exec.Cmd, trail, runs string, over <-chan error) error {
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	var seen position
	var still standstill
	still.Reset(time.Now())
	told := time.Now()
	for {
		select {
		case err := <-over:
			return err
		case now := <-ticks.C:
			if at := positionOf(trail); at != seen {
				seen = at
				still.Reset(now)
			} else if !p.stalled {
				still.Look(now, record.UsageOf(cmd.Process.Pid))
			}
			if p.tell != nil && now.Sub(told) > often {
				told = now
				p.read(runs)
				p.tell(p)
			}
			if !p.stalled && still.over() {
				p.stalled = true
				_ = cmd.Process.Signal(syscall.SIGQUIT) // its dump says where it is
				time.AfterFunc(2*time.Second, func() { _ = cmd.Process.Kill() })
			}
		}
	}
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
	var head [headSize]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return position{}
	}
	word := func(i int) int { return int(int64(binary.LittleEndian.Uint64(head[8*i:]))) }
	return position{word(1), word(2)}
}

// read takes in the lines that the process has written. A line that is not whole is left out.
func (p *process) read(name string) {
	b, err := regular.Read(name, regular.Limit)
	if err != nil {
		return
	}
	p.endings, p.calls, p.classes, p.spots = nil, nil, nil, PointCoverage{}
	p.early = map[string][]record.EarlyTimer{}
	s := bufio.NewScanner(bytes.NewReader(b))
	for s.Scan() {
		if c, ok := parseCall(s.Text()); ok {
			p.calls = append(p.calls, c)
			continue
		}
		if run, t, ok := parseEarly(s.Text()); ok {
			p.early[run] = append(p.early[run], t)
			continue
		}
		p.line(strings.Fields(s.Text()))
	}
}

func (p *process) line(f []string) {
	switch {
	case len(f) == 5 && f[0] == "at":
		p.runs, _ = strconv.Atoi(f[1])
		p.mean, _ = strconv.ParseFloat(f[3], 64)
		p.error, _ = strconv.ParseFloat(f[4], 64)
	case len(f) == 2 && f[0] == "repeats":
		p.repeats, p.told = f[1] == "true", true
	case len(f) == 2 && f[0] == "apart":
		p.apart = IsolationReason(f[1])
	case len(f) == 2 && f[0] == "served":
		ns, _ := strconv.ParseInt(f[1], 10, 64)
		p.served = time.Duration(ns)
	case len(f) == 1 && f[0] == "missed":
		p.missed = true
	case len(f) == 1 && f[0] == "settles":
		p.settles = true
	case len(f) == 3 && f[0] == "class":
		runs, err1 := strconv.Atoi(f[1])
		order, err2 := strconv.ParseUint(f[2], 16, 64)
		if errors.Join(err1, err2) == nil {
			p.classes = append(p.classes, Class{runs, order})
		}
	case len(f) == 3 && f[0] == "spot":
		if site, err := strconv.ParseUint(f[1], 16, 64); err == nil {
			p.spots.put(site, f[2] == "true")
		}
	case len(f) == 2 && f[0] == "spots":
		p.spots.More = true
	case len(f) == 2 && f[0] == "end":
		p.ended, p.done = true, f[1] == "true"
	case len(f) == 3 && f[0] == "shrunk":
		preemptions, err1 := strconv.Atoi(f[1])
		switches, err2 := strconv.Atoi(f[2])
		if errors.Join(err1, err2) == nil {
			p.shrunk = &ScheduleSize{preemptions, switches}
		}
	case len(f) == 10 && f[0] == "run":
		run, err1 := strconv.Atoi(f[1])
		end, err2 := strconv.ParseUint(f[2], 10, 8)
		class, err3 := strconv.ParseUint(f[3], 16, 64)
		steps, err4 := strconv.Atoi(f[6])
		goroutines, err5 := strconv.Atoi(f[7])
		after, err6 := strconv.ParseInt(f[9], 10, 64)
		if errors.Join(err1, err2, err3, err4, err5, err6) == nil {
			trail := filepath.Join(p.dir, "trail."+f[1])
			p.endings = append(p.endings, Ending{Run: run, End: rt.End(end), Class: class, Failed: f[4] == "true", Steps: steps, Goroutines: goroutines, After: p.began + time.Duration(after), Trail: trail, Early: p.early[f[1]], ForcedStep: metIn(trail)})
		}
	}
}

// crashed keeps the choices of the run that ended the process.
func (p *process) crashed(trail string, code int) {
	b, err := readTrail(trail)
	if err != nil {
		return
	}
	t := ParseTrail(b)
	if t.Run != rt.Base && len(t.Steps) == 0 {
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
