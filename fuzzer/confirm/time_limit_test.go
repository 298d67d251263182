package confirm

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

func TestCap(t *testing.T) {
	far, near := time.Now().Add(time.Hour), time.Now().Add(-time.Second)
	for _, c := range []struct {
		name string
		took time.Duration
		opt  Options
		want TimeLimit
		text string
	}{
		{"short", 10 * time.Millisecond, Options{}, TimeLimit{Limit: MinTimeLimit, Recorded: 10 * time.Millisecond}, "after 30s; when it was recorded the whole program took 10ms"},
		{"shorter", time.Microsecond, Options{Deadline: far}, TimeLimit{Limit: MinTimeLimit, Recorded: time.Microsecond}, "after 30s; when it was recorded the whole program took 10ms"},
		{"times", 3 * time.Second, Options{}, TimeLimit{Limit: time.Minute, Recorded: 3 * time.Second}, "after 1m0s; when it was recorded the whole program took 3s"},
		{"most", 30 * time.Second, Options{}, TimeLimit{Limit: DefaultTimeout, Recorded: 30 * time.Second}, "after 2m0s; when it was recorded the whole program took 30s"},
		{"long", 3 * time.Minute, Options{}, TimeLimit{Limit: 6 * time.Minute, Recorded: 3 * time.Minute}, "after 6m0s; when it was recorded the whole program took 3m0s"},
		{"not known", 0, Options{}, TimeLimit{Limit: DefaultTimeout}, "after 2m0s"},
		{"asked for", time.Second, Options{Timeout: time.Second}, TimeLimit{Limit: time.Second, Recorded: time.Second}, "after 1s; when it was recorded the whole program took 1s"},
		{"budget", time.Second, Options{Deadline: near}, TimeLimit{Recorded: time.Second, BySession: true}, "after 0s, when the time was spent"},
	} {
		c.want.deadline = c.opt.Deadline
		got := c.opt.capOf(&record.Target{Took: c.took})
		if got != c.want || got.String() != c.text {
			t.Errorf("%s: %+v, %s", c.name, got, got)
		}
	}
}

// TestLimitOnABusyMachine: a run is stopped when it has been served for its limit, or after
// BusyFactor of it, or when the session ends.
func TestLimitOnABusyMachine(t *testing.T) {
	for _, c := range []struct {
		name    string
		usage   func(passed time.Duration) record.Usage
		passed  time.Duration // until it is stopped
		waiting string
	}{
		{"it waits", func(time.Duration) record.Usage { return record.Usage{} }, 30 * time.Second, ""},
		{"it runs", func(d time.Duration) record.Usage { return record.Usage{Spent: d, Ready: true} }, 30 * time.Second, ""},
		{"it gets half", func(d time.Duration) record.Usage { return record.Usage{Spent: d / 2, Ready: true} }, time.Minute, "and 30s of waiting for a processor"},
	} {
		limit := TimeLimit{Limit: 30 * time.Second}
		ctx, look, stop := limit.begin(context.Background())
		passed, begun := time.Duration(0), time.Now()
		for ctx.Err() == nil {
			passed += 100 * time.Millisecond
			look(begun.Add(passed), c.usage(passed))
		}
		if stopped, bySession := limit.reached(ctx); !stopped || bySession || (passed-c.passed).Abs() > time.Second || !strings.Contains(limit.String(), c.waiting) {
			t.Errorf("%s: stopped %t, %t, after %s: %s", c.name, stopped, bySession, passed, limit)
		}
		stop()
	}
	limit := TimeLimit{Limit: time.Hour, deadline: time.Now().Add(-time.Second)}
	ctx, _, stop := limit.begin(context.Background())
	defer stop()
	if stopped, bySession := limit.reached(ctx); !stopped || !bySession {
		t.Errorf("behind the end of the session: stopped %t, %t", stopped, bySession)
	}
	limit = TimeLimit{Limit: time.Hour}
	interrupted, interrupt := context.WithCancel(context.Background())
	interrupt()
	ctx, _, stop = limit.begin(interrupted)
	defer stop()
	if stopped, _ := limit.reached(ctx); stopped {
		t.Error("an interrupt is no limit")
	}
}
