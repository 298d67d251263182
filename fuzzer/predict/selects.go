package predict

import "github.com/deadlocklint/deadlocklint/internal/trace"

// A lastSelects has the channels of the last select of each goroutine.
type lastSelects map[trace.G][]uint64

func (l lastSelects) add(e *trace.Event) {
	switch e.Op {
	case trace.OpSelect:
		delete(l, e.G)
	case trace.OpCase:
		l[e.G] = append(l[e.G], e.Obj)
	}
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
		classes = append(classes, p.names.class(p.objects, p.trace, c))
	}
	return classes
}
