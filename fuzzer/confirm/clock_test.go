package confirm

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// clockFile is what a run writes of timers.
func clockFile(about boundary.Subject, rescues, ended bool) string {
	return reportOf(about,
		&boundary.Goroutine{ID: 1, At: 2}, &boundary.Stats{},
		&boundary.Clockwork{
			Fired: 2, Jumps: 1, Ahead: uint64(time.Hour), Limit: boundary.LimitFirings | boundary.LimitAhead, Exhausted: true, Rescues: rescues, Ended: ended,
		},
		&boundary.Timer{Kind: boundary.TimerFunc, Func: "main.(*T[go.shape.int]).f.func1", File: "/a dir/main.go", Line: 31},
		&boundary.Timer{Kind: boundary.TimerSleep, ID: 7, Func: "main.main"},
		&boundary.Dump{})
}

func TestTakeClock(t *testing.T) {
	clock := Clock{Fired: 2, Jumps: 1, Ahead: time.Hour, Limit: Limit(boundary.LimitFirings | boundary.LimitAhead), Exhausted: true}
	timers := []Timer{
		{Kind: boundary.TimerFunc, Func: "main.(*T[go.shape.int]).f.func1", File: "/a dir/main.go", Line: 31},
		{Kind: boundary.TimerSleep, ID: 7, Func: "main.main"},
	}
	for _, c := range []struct {
		rescues, ended   bool
		rescued, endedBy []Timer
	}{{false, false, nil, nil}, {true, false, timers, nil}, {false, true, nil, timers}, {true, true, nil, timers}} {
		r := taken(clockFile(boundary.AboutStats, c.rescues, c.ended))
		if r.Clock != clock || !reflect.DeepEqual(r.RescuedBy, c.rescued) || !reflect.DeepEqual(r.EndedBy, c.endedBy) {
			t.Errorf("rescues %t, ended %t: got %+v", c.rescues, c.ended, r)
		}
	}
	if r := taken(clockFile(boundary.AboutCycle, false, false)); r.Verdict == nil || r.Verdict.Clock != clock {
		t.Errorf("verdict: %+v", r.Verdict)
	}
	if r := taken(clockFile(boundary.AboutStuck, false, false)); r.Quiescence == nil || r.Quiescence.Clock != clock {
		t.Errorf("still: %+v", r.Quiescence)
	}
	if r := taken(clockFile(boundary.AboutCycle, false, false), statsText); r.Clock != clock {
		t.Errorf("a process without timers hides that of another: %+v", r.Clock)
	}
	if r := taken(clockFile(boundary.AboutStats, false, false), verdictText); r.Verdict.Clock != (Clock{}) {
		t.Errorf("a verdict has the clock of another process: %+v", r.Verdict.Clock)
	}
	if r := taken(statsText, verdictText); r.Clock != (Clock{}) || r.RescuedBy != nil || r.EndedBy != nil {
		t.Errorf("files without a clock: %+v", r)
	}
}

// FuzzTakeClock reads what a dying process wrote of its timers.
func FuzzTakeClock(f *testing.F) {
	f.Add(clockFile(boundary.AboutStats, true, false))
	f.Add("deadlocklint about=1\nclock limit=fff\ntimer\ng\ndump\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := taken(text)
		result := &Result{Runs: []Run{*r}}
		if s := result.reason(candidate()) + result.clock() + r.Clock.assumption(); s == "" {
			t.Errorf("%q: no reason", text)
		}
	})
}

// TestClockReasons reads what is told of timers.
func TestClockReasons(t *testing.T) {
	fn := []Timer{{Kind: boundary.TimerFunc, Func: "main.f", File: "dir/main.go", Line: 7}}
	limited := Clock{Fired: 1000, Ahead: time.Hour, Limit: Limit(boundary.LimitFirings)}
	for _, c := range []struct {
		want string
		r    Result
	}{
		{"; 1 runs closed the cycle and were rescued by the timer that calls main.f (main.go:7)", Result{Runs: []Run{{RescuedBy: fn}}}},
		{"; 2 runs closed the cycle and do not count, since the process was then ended by the timer that calls main.f (main.go:7)",
			Result{Runs: []Run{{EndedBy: fn, Exit: 2}, {EndedBy: fn}}}},
		{"; 3 timers fired while they waited, with the clock up to 1h0m0s ahead, and none woke them", Result{Confirmed: true, Runs: []Run{{Clock: Clock{Fired: 3, Ahead: time.Hour}}}}},
		{"and none woke them, until a limit was reached: 1000 firings", Result{Confirmed: true, Runs: []Run{{Clock: limited}}}},
	} {
		if got := c.r.reason(candidate()); !strings.HasSuffix(got, c.want) {
			t.Errorf("got %q, want %q at its end", got, c.want)
		}
	}
	if got := (&Result{Runs: []Run{{EndedBy: fn, Exit: 2}, {RescuedBy: fn, Exit: 1}}}).reason(candidate()); strings.Contains(got, "disturbed") {
		t.Errorf("a timer is taken for a disturbance: %q", got)
	}
	for _, got := range []string{(&Verdict{Clock: limited}).Assumption(), (&Verdict{Live: 2, Clock: limited}).Assumption(), (&Quiescence{Clock: limited}).Assumption(), (&Quiescence{Others: 1, Clock: limited}).Assumption()} {
		if !strings.Contains(got, "fire after 1000 firings") {
			t.Errorf("a limit is not told: %q", got)
		}
	}
}

// TestTimedCore: a core that waits at a timer is blocked for good when the
// clock has been asked without a limit, or when nothing goes on.
func TestTimedCore(t *testing.T) {
	for _, c := range []struct {
		others uint64
		clock  Clock
		want   bool
	}{{0, Clock{}, true}, {1, Clock{}, false}, {1, Clock{Exhausted: true}, true}, {1, Clock{Limit: Limit(boundary.LimitFirings)}, false}, {0, Clock{Limit: Limit(boundary.LimitAhead)}, true}} {
		if got := (&Quiescence{Others: c.others, Clock: c.clock}).only(nil, true); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
