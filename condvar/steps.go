package condvar

import "slices"

// A Stop is a place in the order of a counterexample where another thread takes over.
// The thread is to stop there until all earlier steps were done.
type Stop struct {
	Thread int
	Site   uint64 // of the operation, see Source
	Count  int    // it is the thread's so manieth one there
	Core   bool   // the thread is blocked in the end
	Last   bool   // there
}

// Stops returns the places where threads are to stop so that a run follows the counterexample.
// A stretch is a sequence of steps of one thread. A thread stops at the first operation of each
// stretch except the first one. It also stops at the last operation, where a thread of the core
// is then blocked. The counts are those of a run in that order, since a condition may hold
// more or less often than in the recorded run.
func (d *Deadlock) Stops(p *Program) (stops []Stop) {
	done := p.visitCounts()
	last := -1
	for _, e := range d.Order {
		if e.Resumed || !e.Stmt.stops() {
			continue
		}
		done.event(&e)
		if e.Thread != last && last >= 0 {
			core := slices.ContainsFunc(d.Core, func(b BlockedThread) bool { return b.Thread == e.Thread })
			stops = append(stops, Stop{e.Thread, e.Stmt.Source.Site, visitsOf(p.Threads[e.Thread], e.Stmt, done[e.Thread]), core, false})
		}
		last = e.Thread
	}
	for _, b := range d.Core {
		if !b.Begun && b.Stmt.stops() {
			done[b.Thread][b.Stmt]++
			stops = append(stops, Stop{b.Thread, b.Stmt.Source.Site, visitsOf(p.Threads[b.Thread], b.Stmt, done[b.Thread]), true, true})
		}
	}
	return stops
}

// A Choice is the alternative that a select takes in a counterexample. Go draws one of those that
// can be taken, and the others lead elsewhere.
type Choice struct {
	Thread int
	Site   uint64 // of the select
	Count  int    // as of a Stop
	Case   int    // see Source
}

// Choices returns the alternatives that the selects of a counterexample take, in its order. A
// select is left out that takes another alternative than the recorded one: its place in the
// program is not known.
func (d *Deadlock) Choices(p *Program) (choices []Choice) {
	done := p.visitCounts()
	for _, e := range d.Order {
		if e.Resumed || !e.Stmt.stops() {
			continue
		}
		done.event(&e)
		choose := func(thread int, s *Stmt) {
			if s != nil && s.Source.Case > 0 {
				choices = append(choices, Choice{thread, s.Source.Site, visitsOf(p.Threads[thread], s, done[thread]), s.Source.Case})
			}
		}
		if !e.Skipped {
			choose(e.Thread, e.Stmt)
		}
		choose(e.Partner, e.Receiver)
	}
	return choices
}

// visitCounts says of each thread how often it has executed a statement.
type visitCounts []map[*Stmt]int

func (p *Program) visitCounts() visitCounts {
	done := make(visitCounts, len(p.Threads))
	for i := range done {
		done[i] = map[*Stmt]int{}
	}
	return done
}

// event counts the statement of an event, and that of its partner, which has no event of its own.
func (done visitCounts) event(e *Event) {
	done[e.Thread][e.Stmt]++
	if e.Receiver != nil {
		done[e.Partner][e.Receiver]++
	}
}

// stops reports whether a goroutine can be stopped before the statement.
func (s *Stmt) stops() bool { return s.Source.Site != 0 && s.Op != Go }

// visitsOf is how often the thread has come by the place of a statement when it
// is there for the time that done says.
func visitsOf(t *Thread, s *Stmt, done map[*Stmt]int) int {
	n := done[s]
	if !s.Assumed {
		n += s.Source.Count - 1
	}
	before := true
	walk(t.Body, func(u *Stmt) {
		before = before && u != s
		if u == s || u.Source.Site != s.Source.Site {
			return
		}
		n += done[u] // a later one comes first in a pool
		if before && !u.Assumed && !s.Assumed {
			n -= u.Times
		}
	})
	return n
}
