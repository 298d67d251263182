package confirm

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A clockCase is what a run of the program of testdata/clock comes to.
type clockCase struct {
	name    string
	verdict bool
	rescued string // what is in the names of the timers that rescued
	ended   string // or ended the process
	limit   Limit
	endless bool // the run has to be stopped
	env     []string
}

// TestClock runs every case of testdata/clock with pauses over at once: it
// stands still by itself, and only the timers decide.
func TestClock(t *testing.T) {
	dir := filepath.Join("testdata", "clock")
	tg, test := instrumented(t, dir, "build"), instrumented(t, dir, "test", "-c")
	core := coreOf(t, tg)
	for _, c := range []clockCase{
		{name: "locks", verdict: true},
		{name: "locks-unlock-1s", rescued: "sync.(*Mutex).Unlock"},
		{name: "locks-unlock-1h", rescued: "stand.func"},
		{name: "locks-unlock-after-others", rescued: "stand.func"},
		{name: "locks-unlock-30h", verdict: true, limit: Limit(boundary.LimitAhead)},
		{name: "locks-print", verdict: true},
		{name: "locks-tick-2", rescued: "stand (main.go:"},
		{name: "locks-tick", verdict: true},
		{name: "locks-context", rescued: "context.WithDeadline"},
		{name: "locks-sleep", rescued: "the sleep of main.stand.func"},
		{name: "locks-heartbeat", verdict: true, limit: Limit(boundary.LimitFirings)},
		{name: "locks-heartbeat-unlock", rescued: "stand.func"},
		{name: "locks-poll", verdict: true},
		{name: "locks-try", verdict: true, limit: Limit(boundary.LimitFirings)},
		{name: "locks-panic", ended: "stand.func"},
		{name: "locks-exit", ended: "stand.func"},
		{name: "locks-reset", verdict: true, limit: Limit(boundary.LimitFirings)},
		{name: "locks-server", verdict: true},
		{name: "locks-server-unlock", rescued: "stand.func"},
		{name: "locks-main-ends", verdict: true},
		{name: "locks-busy", verdict: true},
		{name: "locks-ticker-unused", verdict: true, env: []string{"GODEBUG=asynctimerchan=1"}},
		{name: "wait", verdict: true},
		{name: "wait-close-5s", rescued: "stand.func"},
		{name: "wait-close-1h", rescued: "stand.func"},
		{name: "wait-print", verdict: true},
		{name: "wait-sleep", rescued: "the sleep of main.stand.func"},
		{name: "wait-heartbeat", verdict: true, limit: Limit(boundary.LimitFirings)},
		{name: "wait-tick-2", rescued: "stand.func"},
		{name: "wait-ticker-unused", verdict: true, env: []string{"GODEBUG=asynctimerchan=1"}},
		{name: "wait-server", verdict: true},
		{name: "wait-poll", rescued: "main.wait.", endless: true},
		{name: "wait-panic", ended: "stand.func"},
		{name: "wait-or-timeout", rescued: "main.wait."},
		{name: "clock", rescued: "stand.func"},
	} {
		plan := abba()
		if strings.HasPrefix(c.name, "wait") {
			plan = core
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for try := range 2 {
				c.run(t, tg, []string{c.name}, plan, try)
			}
		})
	}
	t.Run("met", func(t *testing.T) { metBesideTimers(t, test) })
	// The deadline of a test is after ten minutes of real time.
	for _, c := range []clockCase{
		{name: "locks-print", verdict: true},
		{name: "locks-unlock-1h", rescued: "stand.func"},
	} {
		t.Run("test-"+c.name, func(t *testing.T) {
			t.Parallel()
			c.env = []string{"CLOCK=" + c.name}
			c.run(t, test, []string{"-test.timeout=10m", "-test.paniconexit0"}, abba(), 0)
		})
	}
}

func (c clockCase) run(t *testing.T, tg *record.Target, args []string, plan *pauses.Plan, try int) {
	t.Helper()
	with := *tg
	with.Env = c.env
	opt := Options{Timeout: time.Minute}
	if c.endless {
		opt.Timeout = 10 * time.Second
	}
	r, err := RunOnce(context.Background(), t.TempDir(), &with, args, plan, opt, try)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("verdict %t, rescued by %q, ended by %q, exit %d, %+v, %.1f s", r.Verdict != nil || r.Quiescence != nil,
		timerNames(r.RescuedBy), timerNames(r.EndedBy), r.Exit, r.Clock, r.Seconds)
	t.Log(got)
	switch {
	case (r.Verdict != nil || r.Quiescence != nil) != c.verdict,
		(r.RescuedBy != nil) != (c.rescued != ""), !strings.Contains(timerNames(r.RescuedBy), c.rescued),
		(r.EndedBy != nil) != (c.ended != ""), !strings.Contains(timerNames(r.EndedBy), c.ended),
		c.rescued != "" && !c.endless && r.Exit != 0, c.endless != r.TimedOut, c.limit&r.Clock.Limit != c.limit, c.verdict && (c.limit == 0) != (r.Clock.Limit == 0):
		t.Errorf("try %d: %s", try, got)
	}
}

// metBesideTimers records tests that stand still. What ends before the deadline
// of the test was met.
func metBesideTimers(t *testing.T, test *record.Target) {
	for _, c := range []struct {
		name string
		met  bool
	}{
		{name: "wait-ticker-unused", met: true}, // as any ticker is, with a go line below 1.23
		{name: "locks-ticker-unused", met: true},
		{name: "wait-close-1s"},
		{name: "locks-unlock-1s"},
		{name: "locks-heartbeat", met: true},
		{name: "locks-heartbeat-unlock-40s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			cmd := test.Command(ctx, []string{"-test.timeout=10m", "-test.paniconexit0"},
				boundary.EnvMode+"="+strconv.Itoa(boundary.ModeRecord), boundary.EnvDir+"="+dir, "CLOCK="+c.name, "GODEBUG=asynctimerchan=1")
			out, err := cmd.CombinedOutput()
			if met := cmd.ProcessState.ExitCode() == 66; met != c.met || !met && err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// coreOf is a plan whose core is the goroutine that waits for the channel.
func coreOf(t *testing.T, tg *record.Target) *pauses.Plan {
	t.Helper()
	plan := &pauses.Plan{Abstraction: uint8(trace.AbsIndex), NSteps: 1, NCore: 1}
	plan.Steps[0] = pauses.Step{G: 1, Site: 1, N: 1}
	r, err := RunOnce(context.Background(), t.TempDir(), tg, []string{"wait"}, plan, Options{Timeout: time.Minute}, 0)
	if err != nil || r.Quiescence == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, g := range r.Quiescence.Goroutines {
		if g.Index != 1 { // main's
			plan.Core[0] = g.Index
		}
	}
	return plan
}
