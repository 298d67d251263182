package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A waiter is a goroutine that is blocked when nothing goes on any more.
type waiter struct {
	trace.Event           // the operation in which it is blocked
	brought     bool      // goroutines that are no workers bring work there
	asks        []trace.G // others for which it waits, besides those of its operation
}

// A standing has all of them, and tells which are idle.
type standing struct {
	p       *process
	list    []waiter
	index   map[trace.G]int
	holders func(lock uint64) []trace.G
	resting *restingPlaces
	groups  map[uint64]*members
	passed  bool // the run ended well: where nobody is known who ends a wait, a worker may rest
}

// standingOf takes the goroutines, and the holders of locks. It takes three passes over the events.
func (p *process) standingOf(list []waiter, holders func(lock uint64) []trace.G, passed bool) *standing {
	s := &standing{p: p, list: list, index: map[trace.G]int{}, holders: holders, passed: passed}
	var rest []trace.Event
	for i, w := range list {
		s.index[w.G] = i
		if p.serves(w.G) && canRest(&w.Event) {
			rest = append(rest, w.Event)
		}
	}
	if s.groups = p.membersOf(list); len(rest) > 0 {
		s.resting = p.restingOf(rest)
	}
	return s
}

// idle are the workers that are idle.
func (s *standing) idle() map[trace.G]bool {
	idle := map[trace.G]bool{}
	if s.resting == nil {
		return idle
	}
	all := make([]lockgraph.Standing, len(s.list))
	for i := range s.list {
		all[i] = s.of(&s.list[i])
	}
	for i, is := range lockgraph.Idle(all) {
		if is {
			idle[s.list[i].G] = true
		}
	}
	return idle
}

// canRest reports whether an operation is one in which a worker waits for work, or offers a value, as the generator of numbers does.
func canRest(e *trace.Event) bool {
	return e.Obj != 0 && (e.Op == trace.OpRecv || e.Op == trace.OpSend || e.Op == trace.OpSelect || e.Op == trace.OpWait)
}

// of tells which goroutines may end the wait of a goroutine.
func (s *standing) of(w *waiter) (is lockgraph.Standing) {
	is.Worker = s.p.serves(w.G)
	switch {
	case w.Op == trace.OpRequest || w.Op == trace.OpRRequest:
		is.All = true
		s.ask(&is, w, s.holders(w.Obj))
	case w.Op == trace.OpWGWait:
		is.All = true
		s.ask(&is, w, s.debtors(w.Obj, w.G))
	case is.Worker && canRest(&w.Event):
		s.rest(&is, w)
	}
	s.ask(&is, w, w.asks)
	return is
}

func (s *standing) ask(is *lockgraph.Standing, w *waiter, by []trace.G) {
	for _, g := range by {
		if i, ok := s.index[g]; ok && g != w.G && !slices.Contains(is.For, i) {
			is.For = append(is.For, i)
		}
	}
}

// rest tells who ends the wait of a worker. In a run that has ended well, workers of the same go statement may do so, too.
func (s *standing) rest(is *lockgraph.Standing, w *waiter) {
	rest, givers := s.resting.of(w.Event)
	is.Rest = rest
	if w.brought || s.passed && s.isServedBy(givers) {
		is.Rest = lockgraph.KnownRest
	}
	if !s.passed && rest == lockgraph.PresumedRest {
		is.Rest = lockgraph.NoRest
	}
	made := map[trace.StackID]bool{}
	for g := range givers {
		made[s.p.created[g]] = true
	}
	for _, o := range s.list {
		if givers[o.G] || s.passed && made[s.p.created[o.G]] {
			s.ask(is, w, []trace.G{o.G})
		}
	}
}

// isServedBy reports whether one of the goroutines is not blocked.
func (s *standing) isServedBy(givers map[trace.G]bool) bool {
	for g := range givers {
		if !s.blocks(g) {
			return true
		}
	}
	return false
}

func (s *standing) blocks(g trace.G) bool { _, ok := s.index[g]; return ok }

// debtors are the goroutines that have to call Done on a WaitGroup, nil where they are not known or one has ended.
func (s *standing) debtors(group uint64, but trace.G) []trace.G {
	m := s.groups[group]
	if m == nil {
		return nil
	}
	list := m.debtors(but)
	if len(list) < m.count || slices.ContainsFunc(list, func(g trace.G) bool { return !s.blocks(g) }) {
		return nil
	}
	return list
}
