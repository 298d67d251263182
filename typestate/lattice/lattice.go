// Package lattice checks an automaton against all executions that one recorded
// execution says were possible: Algorithms 4 to 7 of the thesis (PRETEX).
//
// Events come in one by one ([Checker.Add]), each with its vector clock. A
// state of the computation lattice is a consistent cut, with the set of
// typestates that each object can be in there. The checker builds the lattice
// level by level, keeps one level, merges states of the same cut, and purges
// the events that every state of the level includes. A call for which a
// typestate has no edge is a [Violation], with the cut and an interleaving that
// leads to it.
//
// Deviations from the thesis. (1) Critical sections exclude each other: an event
// is not executed in a state in which another goroutine is in between two events
// of a critical section of the same lock. The thesis orders nothing by locks and
// lets sections overlap. (2) The bad state stays in the set, as there, but only
// the step into it is a violation. (3) What the heuristic leaves out is counted.
//
// The package knows nothing about Go: threads and objects are numbers.
package lattice

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// An Event is a call of a method.
type Event struct {
	Thread int // from 0
	Object int // from 0
	Method string
	Site   int      // tells violations apart, beside object, thread, method and typestate
	Clock  []uint32 // by thread: how many of its events happen before this one, for Thread itself included; threads behind the end have 0
	Holds  []Hold   // the locks held
	Tag    uint64   // the caller's own

	order int    // in the execution
	needs []need // of its clock, what the event before it in its thread did not need
}

// A need is how many events of another thread come before an event.
type need struct {
	thread int
	count  uint32
}

// Include makes an event come behind another one, and what is before that.
func (e *Event) Include(before *Event) {
	for j, k := range before.Clock {
		if j != e.Thread {
			e.Clock[j] = max(e.Clock[j], k)
		}
	}
}

// level is the lowest level of the lattice with a state that includes e.
func (e *Event) level() (n int) {
	for _, k := range e.Clock {
		n += int(k)
	}
	return n
}

// A Hold is a lock that is held during an event.
type Hold struct {
	Lock    uint64
	Section uint64 // number of the critical section, for MarkLast
	Shared  bool
	Last    bool // no later event is in the same critical section: see MarkLast
}

// Options are the parameters of the causality cone heuristic. The zero value is
// the default.
type Options struct {
	Width      int  // a level is complete with so many states: DefaultWidth
	Lookahead  int  // or when so many events wait and all were tried: DefaultLookahead
	Exhaustive bool // neither: every state of the lattice; exponential

	// Done, when it is closed, ends the construction: what is left counts as
	// Unfinished.
	Done <-chan struct{}
}

// The limits that hold unless Options say otherwise.
const (
	DefaultWidth     = 64
	DefaultLookahead = 256

	// MaxViolations is the largest number of violations that are kept.
	MaxViolations = 1000
)

// A Violation is a call that an automaton forbids, in an execution that was possible.
type Violation struct {
	Object int
	Event  *Event
	State  int      // typestate in which the call is made
	Cut    []uint32 // by thread: how many of its events came before
	Path   []*Event // an interleaving, the call itself last
}

// Stats is what was done.
type Stats struct {
	Events  int
	Levels  int
	States  int // of the lattice, after merging
	Widest  int // most states of a level
	Longest int // most events that waited

	// What the heuristic left out; all are 0 when the check is exhaustive.
	CutByWidth     int // levels with states that were not built because there were Width
	CutByLookahead int // events that came after a level was closed to which they belong
	Unfinished     int // events in no state of the last level: every path to them was cut off, or there is none
	Violations     int // beyond MaxViolations
}

// Complete reports whether every state of the lattice was built.
func (s Stats) Complete() bool {
	return s.CutByWidth == 0 && s.CutByLookahead == 0 && s.Unfinished == 0 && s.Violations == 0
}

// A Checker builds the lattice of one execution for the objects of one type.
type Checker struct {
	auto     *automaton.Automaton
	opt      Options
	waiting  [][]*Event // by thread, in its order
	latest   []*Event   // by thread, that were added
	queued   int        // their number
	comes    []bool     // see candidates
	level    []*state
	passed   int // the level that is kept
	found    map[violationKey]bool
	result   []Violation
	stats    Stats
	OnState  func(cut []uint32, typestates map[int][]int) // told every state when its level is complete, unless nil
	finished bool
}

type violationKey struct {
	object, thread, site, state int
	method                      string
}

// New returns a checker for an execution that begins.
func New(a *automaton.Automaton, opt Options) *Checker {
	if opt.Width <= 0 {
		opt.Width = DefaultWidth
	}
	if opt.Lookahead <= 0 {
		opt.Lookahead = DefaultLookahead
	}
	return &Checker{auto: a, opt: opt, level: []*state{{}}, found: map[violationKey]bool{}}
}

// Add reads the next event in the order of the execution: Algorithm 4. Its
// method must be of the automaton's alphabet.
func (c *Checker) Add(e *Event) {
	c.stats.Events++
	e.order = c.stats.Events
	if e.level() <= c.passed && e.level() > 0 {
		c.stats.CutByLookahead++
	}
	c.latest = grownTo(c.latest, e.Thread)
	e.needs = needsOf(e, c.latest[e.Thread])
	c.latest[e.Thread] = e
	c.waiting = grownTo(c.waiting, e.Thread)
	c.waiting[e.Thread] = append(c.waiting[e.Thread], e)
	c.queued++
	c.stats.Longest = max(c.stats.Longest, c.queued)
	if c.opt.Exhaustive {
		return
	}
	for c.queued >= c.opt.Lookahead && c.construct() {
	}
}

// needsOf compares the clock of an event with that of the one before it in its
// thread, nil for the first.
func needsOf(e, before *Event) (list []need) {
	for j, k := range e.Clock {
		if j != e.Thread && k > 0 && (before == nil || at(before.Clock, j) < k) {
			list = append(list, need{j, k})
		}
	}
	return list
}

// Finish ends the execution: all of its events are known.
func (c *Checker) Finish() ([]Violation, Stats) {
	c.finished = true
	for c.construct() {
	}
	c.tell()
	c.stats.Unfinished = c.unfinished()
	return c.result, c.stats
}

// unfinished counts the waiting events that no state of the level includes.
func (c *Checker) unfinished() int {
	n := 0
	for _, list := range c.waiting {
		for _, e := range list {
			if !slices.ContainsFunc(c.level, func(s *state) bool { return s.includes(e) }) {
				n++
			}
		}
	}
	return n
}

// construct builds the next level from the events that wait, and reports
// whether there is one (constructLevel and isLevelComplete). Events are tried in
// the order of the execution, so that what is cut off by the width is what is
// farthest from it.
func (c *Checker) construct() bool {
	select {
	case <-c.opt.Done:
		return false
	default:
	}
	next := newLevel()
	for _, e := range c.candidates() {
		for _, s := range c.level {
			if !s.enables(e) {
				continue
			}
			switch old := next.after(s, e); {
			case old != nil:
				c.merge(old, s, e)
			case c.full(next):
				c.stats.CutByWidth++
				return c.advance(next)
			default:
				next.add(c.execute(s, e))
			}
		}
	}
	return c.advance(next)
}

// candidates are the waiting events that come next in their thread in some state
// of the level, in the order of the execution.
func (c *Checker) candidates() []*Event {
	var list []*Event
	for thread, events := range c.waiting {
		if len(events) == 0 {
			continue
		}
		first := at(events[0].Clock, thread)
		c.comes = append(c.comes[:0], make([]bool, len(events))...)
		for _, s := range c.level {
			if i := int64(at(s.cut, thread)) + 1 - int64(first); i >= 0 && i < int64(len(events)) && !c.comes[i] {
				c.comes[i] = true
				list = append(list, events[i])
			}
		}
	}
	slices.SortFunc(list, func(a, b *Event) int { return a.order - b.order })
	return list
}

func (c *Checker) full(l *level) bool { return !c.opt.Exhaustive && len(l.states) >= c.opt.Width }

// advance makes next the current level.
func (c *Checker) advance(next *level) bool {
	if len(next.states) == 0 {
		return false
	}
	c.tell()
	c.level = next.states
	c.passed++
	c.stats.Levels++
	c.stats.States += len(next.states)
	c.stats.Widest = max(c.stats.Widest, len(next.states))
	c.purge()
	return true
}

func (c *Checker) tell() {
	if c.OnState == nil {
		return
	}
	for _, s := range c.level {
		c.OnState(slices.Clone(s.cut), s.sets())
	}
}

// purge drops the events that every state of the level includes
// (removeUselessEvents).
func (c *Checker) purge() {
	for thread, events := range c.waiting {
		n := 0
		for n < len(events) && !slices.ContainsFunc(c.level, func(s *state) bool { return !s.includes(events[n]) }) {
			n++
		}
		if n == 0 {
			continue
		}
		clear(events[:n]) // what they lead to is no longer needed
		c.waiting[thread] = events[n:]
		c.queued -= n
	}
}

// grownTo returns the list with an entry for the thread.
func grownTo[T any](list []T, thread int) []T {
	if thread < len(list) {
		return list
	}
	return append(list, make([]T, thread+1-len(list))...)
}

// report notes a violation, once per object, thread, site and typestate.
func (c *Checker) report(s *state, e *Event, typestate int, p *path) {
	key := violationKey{e.Object, e.Thread, e.Site, typestate, e.Method}
	switch {
	case c.found[key]:
	case len(c.result) == MaxViolations:
		c.stats.Violations++
	default:
		c.found[key] = true
		c.result = append(c.result, Violation{e.Object, e, typestate, slices.Clone(s.cut), append(p.events(), e)})
	}
}
