package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A lastSelects has the cases of the last select of each goroutine.
type lastSelects map[trace.G][]selectCase

// A selectCase is one case of a select.
type selectCase struct {
	channel uint64
	sends   bool
}

func (l lastSelects) add(e *trace.Event) {
	switch e.Op {
	case trace.OpSelect:
		delete(l, e.G)
	case trace.OpCase:
		l[e.G] = append(l[e.G], selectCase{e.Obj, e.Has(trace.FlagFirst)})
	}
}

// offers reports whether the select in which a goroutine was left has a case that sends. The recorder leaves repeated
// operations out, so the last select of the trace counts only where it has the channel of the one at the end.
func (l lastSelects) offers(left *trace.Event) bool {
	cases := l[left.G]
	return slices.ContainsFunc(cases, func(c selectCase) bool { return c.channel == left.Obj }) &&
		slices.ContainsFunc(cases, func(c selectCase) bool { return c.sends })
}

// awaits are the classes of the channels of the select in which a goroutine is blocked. One channel may stand for several that
// the recording does not tell, so it says nothing.
func (p *process) awaits(l lastSelects, e *trace.Event) (classes []string) {
	op := e.Op
	if op == trace.OpLeft {
		_, op = e.Left()
	}
	if op != trace.OpSelect || len(l[e.G]) < 2 {
		return nil
	}
	for _, c := range l[e.G] {
		classes = append(classes, p.names.class(p.objects, p.trace, c.channel))
	}
	return classes
}
