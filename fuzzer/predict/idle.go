package predict

import (
	"context"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// IsIdle reports whether the goroutines that a recorded run has left are all idle. An idle
// goroutine waits in a receive or a select, which is a note and no failure (BlockedGroup.Severity).
// IsIdle is false when a goroutine of the test has neither ended nor been found blocked. It
// takes two passes over the recording.
func IsIdle(ctx context.Context, dir string, target *record.Target) (bool, error) {
	t, err := traceOf(dir, target)
	if err != nil {
		return false, err
	}
	p := newProcess(ctx, t, target, &Executables{})
	lastAlloc, ended := map[uint64]int{}, map[trace.G]bool{}
	whole := p.each("looking for idle goroutines", func(i int, e *trace.Event) {
		p.identify(i, *e, lastAlloc)
		if e.Op == trace.OpExit {
			ended[e.G] = true
		}
	})
	return whole && !p.isCut() && p.isIdle(ended), nil
}

// isIdle reports whether all goroutines that are left are idle, and there are some.
func (p *process) isIdle(ended map[trace.G]bool) (some bool) {
	l := p.leftOver()
	for g, e := range l.at {
		if isOfTesting(p.site(e.Stack()).Func) {
			continue
		}
		if l.tests[g] || severity(&e) != Note {
			return false
		}
		some = true
	}
	for g, stack := range p.created {
		_, known := l.at[g]
		if !known && !ended[g] && p.tests[g] != "" && !isOfTesting(p.site(stack).Func) {
			return false
		}
	}
	return some
}
