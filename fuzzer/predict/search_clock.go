package predict

import (
	"math"
	"os"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A searchClock is the time that the searches of trace programs had. On a busy machine the process
// may get no processor for long: such time counts for a fourth at most. So nearly the same searches
// end as on an idle machine. The rest of a session has its budget in wall time, and is not kept
// waiting for long. A collector beside a search counts too: all that the process spends does, where that is known.
type searchClock struct {
	served        record.ServedClock
	began, latest time.Duration // spent by the process
	looked        time.Time
}

// patience is how many times longer than on an idle machine searches take at most.
const patience = 4

// never is the time at which a search without a limit ends.
const never = time.Duration(math.MaxInt64)

// lookAgain is how old the time may be: reading it takes files of the system.
const lookAgain = 50 * time.Millisecond

func newSearchClock() *searchClock {
	c := &searchClock{}
	now := time.Now()
	usage := record.UsageOf(os.Getpid())
	c.began, c.latest = usage.Spent, usage.Spent
	c.served.Reset(now)
	c.served.Look(now, usage)
	return c
}

// now is the time since the clock was made.
func (c *searchClock) now() time.Duration {
	if now := time.Now(); now.Sub(c.looked) >= lookAgain {
		c.looked = now
		usage := record.UsageOf(os.Getpid())
		c.latest = usage.Spent
		c.served.Look(now, usage)
	}
	return max(c.served.Served(), c.served.Passed()/patience, c.latest-c.began)
}

// shareOf is when one of n that share the time until a deadline has had its part.
func (s *ProgramResults) shareOf(deadline time.Duration, n int) time.Duration {
	if deadline == never {
		return never
	}
	now := s.clock.now()
	return now + (deadline-now)/time.Duration(n)
}
