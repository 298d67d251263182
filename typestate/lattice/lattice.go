// Package lattice checks an automaton against all executions that one recorded
// execution says were possible: Algorithms 4 to 7 of the thesis (PRETEX).
//
// Events come in one by one ([Checker.Add]), each with its vector clock. A state of the
// computation lattice is a consistent cut, with the set of typestates that each object
// can be in there. The checker builds the lattice level by level and keeps one level.
// It merges states of the same cut, and purges the events that every state of the level
// includes. A call for which a typestate has no edge is a [Violation], with the cut and
// an interleaving that leads to it.
//
// Deviations from the thesis. (1) Critical sections of one lock exclude each other.
// While one goroutine is between two events of a critical section, no event of another
// goroutine's section of that lock is executed. The thesis orders nothing by locks and
// lets sections overlap. (2) The bad state stays in the set, as in the thesis, but only
// the step into it is a violation. (3) The executions that the heuristic leaves out are
// counted.
//
// The package knows nothing about Go: threads and objects are numbers.
package lattice

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// An Event is a call of a method.
type Event struct {
	Thread  int // from 0
	Object  int // from 0
	Method  string
	Site    int        // tells violations apart, beside object, thread, method and typestate
	Lockset []HeldLock // the locks held
	Tag     uint64     // the caller's own
	Clock   []uint32   // by thread: how many of its events happen before this one, for Thread itself included; threads after the end have 0

	// Epochs replaces Clock where there are many threads. It lists events that come before this
	// event and not before its predecessor in the same thread. An event that another entry
	// already implies may be missing. Past is how many events come before it, itself included.
	Epochs []Epoch
	Past   int

	order    int // in the execution
	position int // in its thread, from 1
	listed   int // the level for which it was a candidate, from 1
}

// An Epoch is a clock value of another thread, as in FastTrack (Flanagan and Freund, 2009):
// so many of its events come before an event.
type Epoch struct {
	Thread int
	Events uint32
}

// A HeldLock is a lock that is held during an event.
type HeldLock struct {
	Lock    uint64
	Section uint64 // number of the critical section, for MarkLast
	Shared  bool
	Last    bool // no later event is in the same critical section: see MarkLast
}

// MarkLast sets HeldLock.Last of all events of an execution, from the sections.
func MarkLast(events []*Event) {
	seen := map[uint64]bool{}
	for _, e := range slices.Backward(events) {
		for i := range e.Lockset {
			h := &e.Lockset[i]
			h.Last = !seen[h.Section]
			seen[h.Section] = true
		}
	}
}

// Options are the parameters of the causality cone heuristic. The zero value is
// the default.
type Options struct {
	Width      int  // a level is complete with so many states: DefaultWidth
	Lookahead  int  // or when so many events wait and all were tried: DefaultLookahead
	Exhaustive bool // neither: every state of the lattice; exponential

	// One says that all events are of one object. Then the construction ends when it
	// is in typestates, in all states of a level, from which nothing is forbidden.
	One bool

	// Done, when it is closed, ends the construction. The rest counts as
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

// Stats has the counts of a check.
type Stats struct {
	Events  int
	Levels  int
	States  int // of the lattice, after merging
	Widest  int // most states of a level
	Longest int // most events that waited

	// The parts that the heuristic left out; all are 0 when the check is exhaustive.
	CutByWidth     int // levels with states that were not built because there were Width
	CutByLookahead int // events that came after a level was closed to which they belong
	Unfinished     int // events in no state of the last level: every path to them was cut off, or there is none
	Violations     int // beyond MaxViolations
}

// Complete reports whether every state of the lattice was built in which something could
// be found.
func (s Stats) Complete() bool {
	return s.CutByWidth == 0 && s.CutByLookahead == 0 && s.Unfinished == 0 && s.Violations == 0
}

// A Checker builds the lattice of one execution for the objects of one type.
type Checker struct {
	auto     *automaton.Automaton
	opt      Options
	common   []int      // by thread: how many events all states of the level include
	added    []int      // by thread: how many events there were
	latest   []*Event   // by thread, the last one with a Clock
	waiting  [][]*Event // by thread, the others, in its order
	active   []int      // threads with such, sorted
	queued   int        // their number
	further  []int      // by thread, see candidates
	list     []*Event   // see candidates
	level    []*state
	passed   int // the level that is kept
	found    map[violationKey]bool
	result   []Violation
	stats    Stats
	safe     []bool                                       // by state of the automaton: nothing is forbidden from there on
	settled  bool                                         // there is nothing more to be found
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
	return &Checker{auto: a, opt: opt, level: []*state{{}}, found: map[violationKey]bool{}, safe: safe(a)}
}

// Add reads the next event in the order of the execution: Algorithm 4. Its
// method must be of the automaton's alphabet.
func (c *Checker) Add(e *Event) {
	c.stats.Events++
	e.order = c.stats.Events
	c.place(e)
	if e.Past <= c.passed && e.Past > 0 {
		c.stats.CutByLookahead++
	}
	if c.settled {
		return
	}
	c.waiting[e.Thread] = append(c.waiting[e.Thread], e)
	if i, found := slices.BinarySearch(c.active, e.Thread); !found {
		c.active = slices.Insert(c.active, i, e.Thread)
	}
	c.queued++
	c.stats.Longest = max(c.stats.Longest, c.queued)
	if c.opt.Exhaustive {
		return
	}
	for !c.settled && c.queued >= c.opt.Lookahead && c.construct() {
	}
}

// Settled reports whether no later event can lead to another violation.
func (c *Checker) Settled() bool { return c.settled }

// place finds the place of an event in its thread, and the events that it needs.
func (c *Checker) place(e *Event) {
	c.common, c.added = grownTo(c.common, e.Thread), grownTo(c.added, e.Thread)
	c.latest, c.waiting = grownTo(c.latest, e.Thread), grownTo(c.waiting, e.Thread)
	c.added[e.Thread]++
	e.position, e.listed = c.added[e.Thread], 0
	if e.Clock == nil {
		return
	}
	e.Epochs, e.Past = epochsOf(e, c.latest[e.Thread]), 0
	for _, k := range e.Clock {
		e.Past += int(k)
	}
	c.latest[e.Thread] = e
}

// epochsOf compares the clock of an event with that of the one before it in its
// thread, nil for the first.
func epochsOf(e, before *Event) (list []Epoch) {
	for j, k := range e.Clock {
		if j != e.Thread && k > 0 && (before == nil || at(before.Clock, j) < k) {
			list = append(list, Epoch{j, k})
		}
	}
	return list
}

// Finish ends the execution: all of its events are known.
func (c *Checker) Finish() ([]Violation, Stats) {
	c.finished = true
	for !c.settled && c.construct() {
	}
	c.tell()
	if !c.settled {
		c.stats.Unfinished = c.unfinished()
	}
	return c.result, c.stats
}

// unfinished counts the waiting events that no state of the level includes.
func (c *Checker) unfinished() int {
	n := 0
	for _, thread := range c.active {
		for _, e := range c.waiting[thread] {
			if !slices.ContainsFunc(c.level, func(s *state) bool { return c.includes(s, e) }) {
				n++
			}
		}
	}
	return n
}

// construct builds the next level from the events that wait, and reports
// whether there is one (constructLevel and isLevelComplete). Events are tried in
// the order of the execution, so that the width cuts off the states that are
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
			if !c.enables(s, e) {
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
	list := c.list[:0]
	c.further = grownTo(c.further, len(c.common))
	for _, s := range c.level {
		for _, a := range s.ahead {
			c.further[a.thread]++
			if events := c.waiting[a.thread]; a.events < len(events) {
				list = c.listed(list, events[a.events])
			}
		}
	}
	for _, thread := range c.active {
		if c.further[thread] < len(c.level) { // there is a state that has executed none of them
			list = c.listed(list, c.waiting[thread][0])
		}
		c.further[thread] = 0
	}
	slices.SortFunc(list, func(a, b *Event) int { return a.order - b.order })
	c.list = list
	return list
}

// listed adds an event to the candidates, once.
func (c *Checker) listed(list []*Event, e *Event) []*Event {
	if e.listed == c.passed+1 {
		return list
	}
	e.listed = c.passed + 1
	return append(list, e)
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
	c.settled = c.opt.One && !c.opt.Exhaustive && c.isSafe()
	return true
}

func (c *Checker) tell() {
	if c.OnState == nil {
		return
	}
	for _, s := range c.level {
		c.OnState(c.cut(s), s.sets())
	}
}

// purge drops the events that every state of the level includes
// (removeUselessEvents).
func (c *Checker) purge() {
	var done []advance // by all states
	for _, a := range c.level[0].ahead {
		for _, s := range c.level[1:] {
			n, _ := s.aheadOf(a.thread)
			if a.events = min(a.events, n); n == 0 {
				break
			}
		}
		if a.events > 0 {
			done = append(done, a)
		}
	}
	for _, a := range done {
		events := c.waiting[a.thread]
		clear(events[:a.events]) // the states after them are no longer needed
		c.waiting[a.thread] = events[a.events:]
		if len(events) == a.events {
			c.waiting[a.thread] = nil
			i, _ := slices.BinarySearch(c.active, a.thread)
			c.active = slices.Delete(c.active, i, i+1)
		}
		c.queued -= a.events
		c.common[a.thread] += a.events
	}
	if len(done) > 0 {
		for _, s := range c.level {
			s.without(done)
		}
	}
}

// without takes what has become common from the advances of s.
func (s *state) without(done []advance) {
	kept := s.ahead[:0]
	for _, a := range s.ahead {
		if len(done) > 0 && done[0].thread == a.thread {
			a.events -= done[0].events
			done = done[1:]
		}
		if a.events > 0 {
			kept = append(kept, a)
		}
	}
	s.ahead = kept
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
		c.result = append(c.result, Violation{e.Object, e, typestate, c.cut(s), append(p.events(), e)})
	}
}
