package confirm

import (
	"fmt"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A single confirming run has a cap of its own, however many tries are left. The cap is
// CapTimes the time that the target took when it was recorded. It lies between CapLeast and
// DefaultTimeout. A target that took longer than half of DefaultTimeout gets twice its time.
// At the cap the run is interrupted, so that it leaves its counts, and is killed five seconds
// later. Its deadlock then counts as not reached, and the reason says so.
const (
	CapTimes = 20
	CapLeast = 30 * time.Second // timers alone may take 20 s, see LimitReal

	DefaultTimeout = 2 * time.Minute // the cap when it is not known what the recorded run took
)

// A Cap is the longest time of a single confirming run.
type Cap struct {
	Most   time.Duration
	Took   time.Duration // the recorded run, 0 when it is not known
	Budget bool          // the deadline of the session comes first
}

// capOf is the cap of a run of a target that begins now.
func (o Options) capOf(t *record.Target) Cap {
	c := Cap{Most: o.Timeout, Took: t.Took}
	switch {
	case c.Most != 0:
	case t.Took == 0:
		c.Most = DefaultTimeout
	default:
		c.Most = min(max(CapLeast, CapTimes*t.Took), max(DefaultTimeout, 2*t.Took))
	}
	if left := time.Until(o.Deadline); !o.Deadline.IsZero() && left < c.Most {
		c.Most, c.Budget = max(left, 0), true
	}
	return c
}

// String words the cap of runs that were stopped.
func (c Cap) String() string {
	switch s := "after " + c.Most.Round(100*time.Millisecond).String(); {
	case c.Budget:
		return s + ", when the budget was spent"
	case c.Took != 0:
		return fmt.Sprintf("%s; when it was recorded the whole program took %s", s, max(c.Took.Round(10*time.Millisecond), 10*time.Millisecond))
	default:
		return s
	}
}
