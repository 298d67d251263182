package transcript

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Took reports whether the last step of a run is at a lock that its goroutine has taken in the same call of the test. The names of the
// functions of the test begin with prefix.
func Took(se *session.Session, t *record.Target, prefix string) bool {
	trail, places, err := explorer.ReadChoices(se.Dir, t)
	if err != nil || len(places) == 0 {
		return false
	}
	m, err := New(se, se.Dir, t, trail.Steps, places)
	if err != nil {
		return false
	}
	last := len(m.Steps) - 1
	call, known := m.callOf(last, prefix)
	for i := last - 1; known && i >= 0; i-- {
		if m.Steps[i].Goroutine != m.Steps[last].Goroutine || m.Steps[i].Object != m.Steps[last].Object || m.Steps[i].Object == 0 {
			continue
		}
		if own, ok := m.callOf(i, prefix); ok && own == call && takes(m.Steps[i].Op) {
			return true
		}
	}
	return false
}

// takes reports whether an operation takes a lock.
func takes(op trace.Op) bool {
	return op == trace.OpRequest || op == trace.OpRRequest || op.Info().Locks > 0
}

// callOf is the call of the test in which a step is.
func (m *Run) callOf(i int, prefix string) (call trace.Frame, ok bool) {
	sight, ok := m.sight(i)
	if !ok {
		return call, false
	}
	for _, f := range sight.Calls {
		if strings.HasPrefix(f.Func, prefix) {
			return f, true
		}
	}
	return call, false
}
