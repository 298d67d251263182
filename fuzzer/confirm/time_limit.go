package confirm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A single confirming run has a time limit of its own, however many tries are left. The limit is
// TimeLimitFactor the time that the target took when it was recorded. It lies between MinTimeLimit and
// DefaultTimeout. A target that took longer than half of DefaultTimeout gets twice its time.
// At the limit the run is interrupted, so that it leaves its counts, and is killed five seconds
// later. Its deadlock then counts as not reached, and the reason says so.
//
// On a busy machine, time for which the process waits for a processor does not count. A run that has
// taken BusyFactor of its limit is stopped in any case.
const (
	TimeLimitFactor = 20
	BusyFactor      = 4
	MinTimeLimit    = 30 * time.Second // timers alone may take 20 s, see LimitReal

	DefaultTimeout = 2 * time.Minute // the cap when it is not known what the recorded run took
)

// A TimeLimit is the longest time of a single confirming run.
type TimeLimit struct {
	Limit     time.Duration
	Recorded  time.Duration // the recorded run, 0 when it is not known
	BySession bool          // the deadline of the session comes first
	Waited    time.Duration // for a processor, in a run that was stopped
	deadline  time.Time     // of the session, or zero
}

// capOf is the limit of a run of a target that begins now.
func (o Options) capOf(t *record.Target) TimeLimit {
	c := TimeLimit{Limit: o.Timeout, Recorded: t.Took, deadline: o.Deadline}
	switch {
	case c.Limit != 0:
	case t.Took == 0:
		c.Limit = DefaultTimeout
	default:
		c.Limit = min(max(MinTimeLimit, TimeLimitFactor*t.Took), max(DefaultTimeout, 2*t.Took))
	}
	if left := time.Until(o.Deadline); !o.Deadline.IsZero() && left < c.Limit {
		c.Limit, c.BySession = max(left, 0), true
	}
	return c
}

// errTimeLimit is why a run was stopped.
var errTimeLimit = errors.New("the time limit of the run is over")

// begin returns the context of a run that begins now, and a function for looks at its process.
func (c *TimeLimit) begin(ctx context.Context) (run context.Context, look func(time.Time, record.Usage), stop func()) {
	end := time.Now().Add(BusyFactor * c.Limit)
	if c.BySession || !c.deadline.IsZero() && c.deadline.Before(end) {
		end = c.deadline
	}
	session, free := context.WithDeadline(ctx, end)
	run, cancel := context.WithCancelCause(session)
	var clock record.ServedClock
	clock.Reset(time.Now())
	look = func(now time.Time, u record.Usage) {
		clock.Look(now, u)
		if clock.Served() > c.Limit && run.Err() == nil {
			c.Waited = clock.Passed() - clock.Served()
			cancel(errTimeLimit)
		}
	}
	return run, look, func() { cancel(nil); free() }
}

// reached reports whether a run has been stopped at a limit, and whether it was that of the session.
func (c *TimeLimit) reached(run context.Context) (stopped, bySession bool) {
	over := errors.Is(context.Cause(run), context.DeadlineExceeded)
	bySession = c.BySession || over && !c.deadline.IsZero() && !time.Now().Before(c.deadline)
	return over || errors.Is(context.Cause(run), errTimeLimit), bySession
}

// String is the limit of runs that were stopped, in words.
func (c TimeLimit) String() string {
	s := "after " + c.Limit.Round(100*time.Millisecond).String()
	if waited := c.Waited.Round(time.Second); waited > 0 {
		s += " and " + waited.String() + " of waiting for a processor"
	}
	switch {
	case c.BySession:
		return s + ", when the time was spent"
	case c.Recorded != 0:
		return fmt.Sprintf("%s; when it was recorded the whole program took %s", s, max(c.Recorded.Round(10*time.Millisecond), 10*time.Millisecond))
	default:
		return s
	}
}
