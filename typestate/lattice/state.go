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

func (p *path) with(e *Event) *path { return &path{before: p, event: e, back: p.backWith(e)} }

// backWith is what back is with one event more.
func (p *path) backWith(e *Event) int {
	switch {
	case p == nil:
		return 0
	case p.event.order > e.order:
		return p.back + 1
	}
	return p.back
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
// may be held by another thread in a way that excludes it. What the event before e
// in its thread needed is in s as that event is.
func (s *state) enables(e *Event) bool {
	if at(s.cut, e.Thread)+1 != at(e.Clock, e.Thread) {
		return false
	}
	for _, n := range e.needs {
		if at(s.cut, n.thread) < n.count {
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
		objects: make([]typestates, max(len(s.objects), e.Object+1)),
	}
	n.cut[e.Thread]++
	n.last[e.Thread] = e
	for o := range n.objects {
		n.objects[o] = c.typestates(s, e, o)
	}
	return n
}

// merge adds another way to a state: e in s.
func (c *Checker) merge(old, s *state, e *Event) {
	if p := s.path; p.backWith(e) < old.path.back {
		old.path = p.with(e)
	}
	for o := range old.objects {
		for _, t := range c.typestates(s, e, o) {
			old.objects[o] = old.objects[o].add(t.state, t.path)
		}
	}
}

// typestates are those of an object after e in s, nil before its first event.
func (c *Checker) typestates(s *state, e *Event, object int) typestates {
	var before typestates
	if object < len(s.objects) {
		before = s.objects[object]
	}
	if object == e.Object {
		return c.call(s, e, before)
	}
	var moved typestates
	for _, t := range before {
		moved = append(moved, typestate{t.state, t.path.with(e)})
	}
	return moved
}

// grown returns a copy that has an entry for the thread.
func grown[T any](list []T, thread int) []T {
	n := make([]T, max(len(list), thread+1))
	copy(n, list)
	return n
}

// call is the transition function: the typestates of the event's object after it.
func (c *Checker) call(s *state, e *Event, before typestates) typestates {
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
	key    []byte // see after
}

func newLevel() *level { return &level{byCut: map[string]*state{}} }

// add enters a state of a new cut.
func (l *level) add(s *state) {
	l.key = appendCut(l.key[:0], s.cut, -1)
	l.byCut[string(l.key)] = s
	l.states = append(l.states, s)
}

// after returns the state that executing e in s leads to, if it is there.
func (l *level) after(s *state, e *Event) *state {
	l.key = appendCut(l.key[:0], s.cut, e.Thread)
	return l.byCut[string(l.key)]
}

// appendCut writes a cut as bytes, with one event more of a thread, unless that
// is -1; zeros at its end do not matter.
func appendCut(b []byte, cut []uint32, thread int) []byte {
	n := max(len(cut), thread+1)
	for n > 0 && n-1 != thread && cut[n-1] == 0 {
		n--
	}
	for j := range n {
		k := at(cut, j)
		if j == thread {
			k++
		}
		b = binary.LittleEndian.AppendUint32(b, k)
	}
	return b
}
