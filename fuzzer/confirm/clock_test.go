package confirm

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// clockText is what a run writes of timers, in front of more.
const clockText = `stats paused=0
clock fired=2 jumps=1 ahead=34630b8a000 limit=3 over=1 rescues=%s ended=%s
timer kind=2 id=0 line=1f func=main.(*T[go.shape.int]).f.func1 file=/a dir/main.go
timer kind=3 id=7 line=0 func=main.main file=
`

func clockFile(kind, rescues, ended string) string {
	text := strings.Replace(clockText, "%s", rescues, 1)
	return "deadlocklint " + kind + " 1\ng id=1 at=2\n" + strings.Replace(text, "%s", ended, 1) + "dump\n"
}

func TestTakeClock(t *testing.T) {
	clock := Clock{Fired: 2, Jumps: 1, Ahead: time.Hour, Limit: LimitFirings | LimitAhead, Exhausted: true}
	timers := []Timer{
		{Kind: TimerFunc, Func: "main.(*T[go.shape.int]).f.func1", File: "/a dir/main.go", Line: 31},
		{Kind: TimerSleep, Goroutine: 7, Func: "main.main"},
	}
	for _, c := range []struct {
		rescues, ended   string
		rescued, endedBy []Timer
	}{{"0", "0", nil, nil}, {"1", "0", timers, nil}, {"0", "1", nil, timers}, {"2", "1", nil, timers}} {
		r := taken(clockFile("stats", c.rescues, c.ended))
		if r.Clock != clock || !reflect.DeepEqual(r.RescuedBy, c.rescued) || !reflect.DeepEqual(r.EndedBy, c.endedBy) {
			t.Errorf("rescues %s, ended %s: got %+v", c.rescues, c.ended, r)
		}
	}
	if r := taken(clockFile("verdict", "0", "0")); r.Verdict == nil || r.Verdict.Clock != clock {
		t.Errorf("verdict: %+v", r.Verdict)
	}
	if r := taken(clockFile("stuck", "0", "0")); r.Quiescence == nil || r.Quiescence.Clock != clock {
		t.Errorf("still: %+v", r.Quiescence)
	}
	if r := taken(clockFile("verdict", "0", "0"), statsText); r.Clock != clock {
		t.Errorf("a process without timers hides that of another: %+v", r.Clock)
	}
	if r := taken(clockFile("stats", "0", "0"), verdictText); r.Verdict.Clock != (Clock{}) {
		t.Errorf("a verdict has the clock of another process: %+v", r.Verdict.Clock)
	}
	if r := taken(statsText, verdictText); r.Clock != (Clock{}) || r.RescuedBy != nil || r.EndedBy != nil {
		t.Errorf("files without a clock: %+v", r)
	}
}

// FuzzTakeClock reads what a dying process wrote of its timers.
func FuzzTakeClock(f *testing.F) {
	f.Add(clockFile("stats", "1", "0"))
	f.Add("deadlocklint verdict 1\nclock limit=fff\ntimer\ntimer kind= func= file=\ng\ndump\n")
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
	fn := []Timer{{Kind: TimerFunc, Func: "main.f", File: "dir/main.go", Line: 7}}
	limited := Clock{Fired: 1000, Ahead: time.Hour, Limit: LimitFirings}
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
	}{{0, Clock{}, true}, {1, Clock{}, false}, {1, Clock{Exhausted: true}, true}, {1, Clock{Limit: LimitFirings}, false}, {0, Clock{Limit: LimitAhead}, true}} {
		if got := (&Quiescence{Others: c.others, Clock: c.clock}).only(nil, true); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
