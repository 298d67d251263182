package predict

import (
	"math"
	"os"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A searchClock is the time that the searches of trace programs had. On a busy machine the process
// may get no processor for long: such time does not count. So the searches that end are the
// same as on an idle machine.
type searchClock struct {
	served record.ServedClock
	looked time.Time
}

// never is the time at which a search without a limit ends.
const never = time.Duration(math.MaxInt64)

// lookAgain is how old the time may be: reading it takes files of the system.
const lookAgain = 50 * time.Millisecond

func newSearchClock() *searchClock {
	c := &searchClock{}
	now := time.Now()
	c.served.Reset(now)
	c.served.Look(now, record.UsageOf(os.Getpid()))
	return c
}

// now is the time since the clock was made.
func (c *searchClock) now() time.Duration {
	if now := time.Now(); now.Sub(c.looked) >= lookAgain {
		c.looked = now
		c.served.Look(now, record.UsageOf(os.Getpid()))
	}
	return c.served.Served()
}

// shareOf is when one of n that share the time until a deadline has had its part.
func (s *ProgramResults) shareOf(deadline time.Duration, n int) time.Duration {
	if deadline == never {
		return never
	}
	now := s.clock.now()
	return now + (deadline-now)/time.Duration(n)
}
