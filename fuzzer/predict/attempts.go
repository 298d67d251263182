package predict

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// attempts are the calls of TryLock and TryRLock of each goroutine, in their order.
type attempts map[trace.G][]trace.Event

func (a attempts) add(e *trace.Event) {
	if e.Op == trace.OpTryFail || e.Op.Info().Locks > 0 && e.Has(trace.FlagTry) {
		a[e.G] = append(a[e.G], *e)
	}
}

// of is the outcome of the call that a step begins, by the name of its operation; "" where the recording does not have it.
func (a attempts) of(s RecordedStep) string {
	for _, e := range a[s.G] {
		switch {
		case e.Seq < s.Seq:
		case e.Op == trace.OpTryFail:
			return trace.OpTryFail.String()
		case e.Op == trace.OpRLock:
			return "tryrlock"
		default:
			return "trylock"
		}
	}
	return ""
}
