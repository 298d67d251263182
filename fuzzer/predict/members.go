package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A members has the goroutines of a WaitGroup: as many as an Add says, of those that the goroutine of the Add starts next.
type members struct {
	count   int
	started []trace.Event // OpGo
	done    map[trace.G]bool
}

// membersOf are those of the WaitGroups for which goroutines wait.
func (p *process) membersOf(list []waiter) map[uint64]*members {
	groups := map[uint64]*members{}
	for _, w := range list {
		if w.Op == trace.OpWGWait {
			groups[w.Obj] = &members{done: map[trace.G]bool{}}
		}
	}
	if len(groups) == 0 {
		return groups
	}
	type added struct {
		to *members
		n  int
	}
	last := map[trace.G]*added{} // by the goroutine of the Add
	for _, e := range p.objects.Events {
		switch a := last[e.G]; e.Op {
		case trace.OpWGAdd:
			if m, delta := groups[e.Obj], int(int64(e.Arg)); m != nil {
				m.add(e.G, delta)
				last[e.G] = &added{m, delta}
			}
		case trace.OpGo:
			if a != nil && a.n > 0 {
				a.to.started = append(a.to.started, e)
				a.n--
			}
		}
	}
	return groups
}

func (m *members) add(g trace.G, delta int) {
	m.count += delta
	if delta < 0 {
		m.done[g] = true
	}
}

// isKnown reports whether a member has called Done: then its go statement starts members.
func (m *members) isKnown() bool {
	return m != nil && slices.ContainsFunc(m.started, func(e trace.Event) bool { return m.done[trace.G(e.Obj)] })
}

// debtors are those that have not called Done. Where goroutines of one go statement have called it, those of other statements
// are none: nothing says that they were to call it.
func (m *members) debtors(but trace.G) (list []trace.G) {
	did := map[uint64]bool{}
	for _, start := range m.started {
		if m.done[trace.G(start.Obj)] {
			did[start.Arg] = true
		}
	}
	for _, start := range m.started {
		if g := trace.G(start.Obj); !m.done[g] && g != but && (len(did) == 0 || did[start.Arg]) {
			list = append(list, g)
		}
	}
	return list
}
