package lattice

import (
	"encoding/binary"
	"slices"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// A state is a consistent cut and what is known in it.
type state struct {
	cut     []uint32     // by thread
	last    []*Event     // by thread, nil before its first event
	path    *path        // one way to get here
	objects []typestates // by object, nil before its first event
}

// typestates are those an object can be in, sorted, each with a way to get there.
type typestates []typestate

type typestate struct {
	state int
	path  *path
}

// add enters a typestate, or keeps the nearer one of two ways to it.
func (ts typestates) add(state int, p *path) typestates {
	i := 0
	for i < len(ts) && ts[i].state < state {
		i++
	}
	if i < len(ts) && ts[i].state == state {
		ts[i].path = nearer(ts[i].path, p)
		return ts
	}
	return slices.Insert(ts, i, typestate{state, p})
}

// A path is an interleaving that ends with an event; paths share their beginnings.
// Of several to one place the one is kept that is nearest to the execution: it is
// the easiest to bring about.
type path struct {
	before *path
	event  *Event
	back   int // how often an event follows one that came later in the execution
}

func (p *path) with(e *Event) *path {
	n := &path{before: p, event: e}
	if p != nil {
		n.back = p.back
		if p.event.order > e.order {
			n.back++
		}
	}
	return n
}

// nearer returns the path that is nearer to the execution; old may be nil.
func nearer(old, p *path) *path {
	if old == nil || p != nil && p.back < old.back {
		return p
	}
	return old
}

func (p *path) events() []*Event {
	var list []*Event
	for ; p != nil; p = p.before {
		list = append(list, p.event)
	}
	slices.Reverse(list)
	return list
}

func at(clock []uint32, thread int) uint32 {
	if thread < len(clock) {
		return clock[thread]
	}
	return 0
}

func (s *state) includes(e *Event) bool { return at(s.cut, e.Thread) >= at(e.Clock, e.Thread) }

// enables reports whether e can be executed in s: Algorithm 5, and no lock of e
// may be held by another thread in a way that excludes it.
func (s *state) enables(e *Event) bool {
	if at(s.cut, e.Thread)+1 != at(e.Clock, e.Thread) {
		return false
	}
	for j, k := range e.Clock {
		if j != e.Thread && at(s.cut, j) < k {
			return false
		}
	}
	return len(e.Holds) == 0 || !s.excludes(e)
}

func (s *state) excludes(e *Event) bool {
	for j, last := range s.last {
		if j == e.Thread || last == nil {
			continue
		}
		for _, g := range last.Holds {
			if !g.Last && slices.ContainsFunc(e.Holds, func(h Hold) bool { return h.Lock == g.Lock && !(h.Shared && g.Shared) }) {
				return true
			}
		}
	}
	return false
}

// execute returns the state after e in s: Algorithm 6.
func (c *Checker) execute(s *state, e *Event) *state {
	n := &state{
		cut:     grown(s.cut, e.Thread),
		last:    grown(s.last, e.Thread),
		path:    s.path.with(e),
		objects: grown(s.objects, e.Object),
	}
	n.cut[e.Thread]++
	n.last[e.Thread] = e
	for o, set := range n.objects {
		if o == e.Object || set == nil {
			continue
		}
		moved := make(typestates, len(set))
		for i, t := range set {
			moved[i] = typestate{t.state, t.path.with(e)}
		}
		n.objects[o] = moved
	}
	n.objects[e.Object] = c.call(n, s, e)
	return n
}

// grown returns a copy that has an entry for the thread.
func grown[T any](list []T, thread int) []T {
	n := make([]T, max(len(list), thread+1))
	copy(n, list)
	return n
}

// call is the transition function: the typestates of the event's object after it.
func (c *Checker) call(n, s *state, e *Event) typestates {
	before := n.objects[e.Object]
	if before == nil {
		before = typestates{{0, s.path}} // a new object
	}
	after := make(typestates, 0, len(before))
	for _, t := range before {
		to := c.auto.Step(t.state, e.Method)
		if to == automaton.Bad && t.state != automaton.Bad {
			c.report(s, e, t.state, t.path)
		}
		after = after.add(to, t.path.with(e))
	}
	return after
}

func (s *state) sets() map[int][]int {
	m := map[int][]int{}
	for o, set := range s.objects {
		for _, t := range set {
			m[o] = append(m[o], t.state)
		}
	}
	return m
}

// A level is the states that include the same number of events.
type level struct {
	states []*state
	byCut  map[string]*state
}

func newLevel() *level { return &level{byCut: map[string]*state{}} }

// add enters a state, or merges it with the one of the same cut.
func (l *level) add(s *state) {
	key := cutKey(s.cut)
	old := l.byCut[key]
	if old == nil {
		l.byCut[key] = s
		l.states = append(l.states, s)
		return
	}
	old.path = nearer(old.path, s.path)
	for o, set := range s.objects {
		for _, t := range set {
			old.objects[o] = old.objects[o].add(t.state, t.path)
		}
	}
}

// has reports whether executing e in s leads to a state that is there.
func (l *level) has(s *state, e *Event) bool {
	cut := grown(s.cut, e.Thread)
	cut[e.Thread]++
	return l.byCut[cutKey(cut)] != nil
}

// cutKey writes a cut as a string; zeros at its end do not matter.
func cutKey(cut []uint32) string {
	n := len(cut)
	for n > 0 && cut[n-1] == 0 {
		n--
	}
	b := make([]byte, 0, 4*n)
	for _, k := range cut[:n] {
		b = binary.LittleEndian.AppendUint32(b, k)
	}
	return string(b)
}
