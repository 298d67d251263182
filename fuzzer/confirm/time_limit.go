package confirm

import (
	"fmt"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A single confirming run has a time limit of its own, however many tries are left. The limit is
// TimeLimitFactor the time that the target took when it was recorded. It lies between MinTimeLimit and
// DefaultTimeout. A target that took longer than half of DefaultTimeout gets twice its time.
// At the limit the run is interrupted, so that it leaves its counts, and is killed five seconds
// later. Its deadlock then counts as not reached, and the reason says so.
const (
	TimeLimitFactor = 20
	MinTimeLimit    = 30 * time.Second // timers alone may take 20 s, see LimitReal

	DefaultTimeout = 2 * time.Minute // the cap when it is not known what the recorded run took
)

// A TimeLimit is the longest time of a single confirming run.
type TimeLimit struct {
	Limit     time.Duration
	Recorded  time.Duration // the recorded run, 0 when it is not known
	BySession bool          // the deadline of the session comes first
}

// capOf is the limit of a run of a target that begins now.
func (o Options) capOf(t *record.Target) TimeLimit {
	c := TimeLimit{Limit: o.Timeout, Recorded: t.Took}
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

// String is the limit of runs that were stopped, in words.
func (c TimeLimit) String() string {
	switch s := "after " + c.Limit.Round(100*time.Millisecond).String(); {
	case c.BySession:
		return s + ", when the budget was spent"
	case c.Recorded != 0:
		return fmt.Sprintf("%s; when it was recorded the whole program took %s", s, max(c.Recorded.Round(10*time.Millisecond), 10*time.Millisecond))
	default:
		return s
	}
}
