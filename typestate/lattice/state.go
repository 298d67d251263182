package lattice

import (
	"encoding/binary"
	"slices"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// A state is a consistent cut and the knowledge in it. All states of a level have most
// of their events in common, however many threads there are. So a state has only the
// events beyond those (see Checker.common).
type state struct {
	ahead   []advance    // the threads that have executed more, sorted
	inside  []*Event     // the last event of a thread that is between two of a critical section
	path    *path        // one way to get here
	objects []typestates // by object, nil before its first event
}

// An advance is how many events more than the common ones a thread has executed.
type advance struct{ thread, events int }

// aheadOf returns how many events more than the common ones a thread has executed in
// s, and where that stands in s.ahead, or would.
func (s *state) aheadOf(thread int) (events, at int) {
	n := len(s.ahead)
	for at < n { // a search by slices takes a function, and this is most of the work
		if m := int(uint(at+n) >> 1); s.ahead[m].thread < thread {
			at = m + 1
		} else {
			n = m
		}
	}
	if at < len(s.ahead) && s.ahead[at].thread == thread {
		return s.ahead[at].events, at
	}
	return 0, at
}

// executed is how many events of a thread s includes.
func (c *Checker) executed(s *state, thread int) int {
	n, _ := s.aheadOf(thread)
	return c.common[thread] + n
}

// cut is s as a vector.
func (c *Checker) cut(s *state) []uint32 {
	cut := make([]uint32, len(c.common))
	for j, k := range c.common {
		cut[j] = uint32(k)
	}
	for _, a := range s.ahead {
		cut[a.thread] += uint32(a.events)
	}
	for len(cut) > 0 && cut[len(cut)-1] == 0 {
		cut = cut[:len(cut)-1]
	}
	return cut
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
	back   int // how often an event follows a later event of the execution
}

func (p *path) with(e *Event) *path { return &path{before: p, event: e, back: p.backWith(e)} }

// backWith is the value of back with one event more.
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

func (c *Checker) includes(s *state, e *Event) bool { return c.executed(s, e.Thread) >= e.position }

// enables reports whether e can be executed in s: Algorithm 5, and no lock of e
// may be held by another thread in a way that excludes it. The events that the event before e
// in its thread needed are in s, as that event is.
func (c *Checker) enables(s *state, e *Event) bool {
	if c.executed(s, e.Thread)+1 != e.position {
		return false
	}
	for _, n := range e.Epochs {
		if n.Thread >= len(c.common) || c.executed(s, n.Thread) < int(n.Events) {
			return false
		}
	}
	return len(e.Lockset) == 0 || !s.excludes(e)
}

func (s *state) excludes(e *Event) bool {
	for _, last := range s.inside {
		if last.Thread == e.Thread {
			continue
		}
		for _, g := range last.Lockset {
			if !g.Last && slices.ContainsFunc(e.Lockset, func(h HeldLock) bool { return h.Lock == g.Lock && !(h.Shared && g.Shared) }) {
				return true
			}
		}
	}
	return false
}

// execute returns the state after e in s: Algorithm 6.
func (c *Checker) execute(s *state, e *Event) *state {
	n := &state{
		ahead:   s.advanced(e.Thread),
		inside:  s.insideAfter(e),
		path:    s.path.with(e),
		objects: make([]typestates, max(len(s.objects), e.Object+1)),
	}
	for o := range n.objects {
		n.objects[o] = c.typestates(s, e, o)
	}
	return n
}

// advanced is s.ahead with one event more of a thread.
func (s *state) advanced(thread int) []advance {
	n, at := s.aheadOf(thread)
	list := make([]advance, 0, len(s.ahead)+1)
	list = append(append(list, s.ahead[:at]...), advance{thread, n + 1})
	if n > 0 {
		at++
	}
	return append(list, s.ahead[at:]...)
}

// insideAfter is s.inside after e. It is shared as long as nothing changes.
func (s *state) insideAfter(e *Event) []*Event {
	enters := slices.ContainsFunc(e.Lockset, func(h HeldLock) bool { return !h.Last })
	at := slices.IndexFunc(s.inside, func(last *Event) bool { return last.Thread == e.Thread })
	if at < 0 && !enters {
		return s.inside
	}
	list := slices.Clone(s.inside)
	switch {
	case at >= 0 && enters:
		list[at] = e
	case at >= 0:
		list = slices.Delete(list, at, at+1)
	default:
		list = append(list, e)
	}
	return list
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

// call is the transition function: the typestates of the event's object after it.
func (c *Checker) call(s *state, e *Event, before typestates) typestates {
	if before == nil {
		before = typestates{{0, s.path}} // a new object
	}
	after := make(typestates, 0, len(before))
	for _, t := range before {
		to := c.auto.Step(t.state, e.Method)
		if to == automaton.NoState && t.state != automaton.NoState {
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
	l.key = appendCut(l.key[:0], s.ahead, -1)
	l.byCut[string(l.key)] = s
	l.states = append(l.states, s)
}

// after returns the state that executing e in s leads to, if it is there.
func (l *level) after(s *state, e *Event) *state {
	l.key = appendCut(l.key[:0], s.ahead, e.Thread)
	return l.byCut[string(l.key)]
}

// appendCut writes a cut as bytes, with one event more of a thread, unless that
// is -1.
func appendCut(b []byte, ahead []advance, thread int) []byte {
	for _, a := range ahead {
		if thread >= 0 && thread < a.thread {
			b, thread = appendAdvance(b, advance{thread, 1}), -1
		}
		if a.thread == thread {
			a.events, thread = a.events+1, -1
		}
		b = appendAdvance(b, a)
	}
	if thread >= 0 {
		b = appendAdvance(b, advance{thread, 1})
	}
	return b
}

func appendAdvance(b []byte, a advance) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(a.thread))
	return binary.LittleEndian.AppendUint32(b, uint32(a.events))
}
