package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A stuckStates has the goroutines that a run has left, and which of them wait for others: for a lock that another one holds, or
// for a WaitGroup that needs another one. Goroutines that wait for one another are one stuck state, and one group tells of them.
type stuckStates struct {
	of    map[trace.G]*BlockedGroup
	needs map[trace.G][]trace.G
}

// need notes the goroutines that another one waits for, and the lock that such a goroutine holds.
func (s *stuckStates) need(p *process, l *blockedAtEnd, u *lastUses, at *standing, idle map[trace.G]bool, g trace.G) {
	b := s.of[g]
	if b.Severity == Note {
		return
	}
	var by []trace.G
	switch obj := l.at[g].Obj; b.Op {
	case trace.OpRequest, trace.OpRRequest:
		if use := l.holder(u, obj); use != nil && s.of[use.G] != nil {
			by = []trace.G{use.G}
			if h, held := s.of[use.G], p.eventPlace(use.Event); !slices.Contains(h.Held, held) {
				h.Held = append(h.Held, held)
			}
		}
	case trace.OpWGWait:
		if at.groups[obj].isKnown() {
			by = at.debtors(obj, g)
		}
	}
	for _, o := range by {
		if to := s.of[o]; to != nil && !idle[o] && o != g && to.Leaked == b.Leaked {
			s.needs[g] = append(s.needs[g], o)
		}
	}
}

// join leaves the causes: goroutines that wait for no other one, or one of each circle. The others are told with them.
func (s *stuckStates) join(order []trace.G) (list []*BlockedGroup) {
	for _, g := range order {
		b := s.of[g]
		if b == nil {
			continue
		}
		if lead := s.of[s.lead(g)]; lead != b {
			lead.tell(b)
			continue
		}
		list = append(list, b)
	}
	return list
}

// lead is the goroutine that is the cause for another one.
func (s *stuckStates) lead(g trace.G) trace.G {
	best := trace.G(0)
	for _, c := range s.reach(g) {
		back := !slices.ContainsFunc(s.reach(c), func(o trace.G) bool { return !slices.Contains(s.reach(o), c) })
		if back && (best == 0 || s.of[c].Former < s.of[best].Former) {
			best = c
		}
	}
	return best
}

// reach is a goroutine, and those for which it waits over any number of goroutines.
func (s *stuckStates) reach(g trace.G) []trace.G {
	list := []trace.G{g}
	for i := 0; i < len(list); i++ {
		for _, o := range s.needs[list[i]] {
			if !slices.Contains(list, o) {
				list = append(list, o)
			}
		}
	}
	return list
}

// tell adds a goroutine that waits for the first one of a group.
func (b *BlockedGroup) tell(o *BlockedGroup) {
	b.Severity = max(b.Severity, o.Severity)
	b.Told = append(b.Told, o.Former)
	b.addWaiting(BlockedGoroutine{Created: o.Created, Held: o.Held, Wants: o.At, Awaits: o.Awaits, Call: o.Call})
	b.addTests(o.Tests)
}

// addWaiting adds a goroutine, one for each place.
func (b *BlockedGroup) addWaiting(g BlockedGoroutine) {
	if !slices.ContainsFunc(b.Waiting, func(o BlockedGoroutine) bool { return o.Wants == g.Wants }) {
		b.Waiting = append(b.Waiting, g)
	}
}

func (b *BlockedGroup) addTests(names []string) {
	for _, name := range names {
		if !slices.Contains(b.Tests, name) {
			b.Tests = append(b.Tests, name)
		}
	}
}
