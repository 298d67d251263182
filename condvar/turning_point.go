package condvar

import (
	"cmp"
	"slices"
)

// The turn of a counterexample is the last step before which the program can still
// come to a good end: after the step every order is blocked. So the run is repaired when
// the step comes later, or when another goroutine is there for it. That is the line to
// blame: its move decides, for all steps around it.
//
// States on the way to a deadlock that have a good end come before those that have none.
// So the turn is found by bisection, with a search for a good end in each of the states.
// The reduction keeps it sound, since a good end is a state without a next step too. A
// search that follows the recorded order ends soon where there is a good end. Where there
// is none it looks at all states that are left, at most turnStates for all deadlocks of a
// program; then nothing is said.
const turnStates = 10_000

// A goodEndSearch looks for good ends.
type goodEndSearch struct {
	*search
	seen map[string]bool
	left int // states that may still be looked at
}

// turns finds the turns of all deadlocks.
func (s *search) turns() {
	e := &goodEndSearch{search: s, left: turnStates}
	for _, d := range s.result.Deadlocks {
		d.turn = e.turn(d.order)
	}
}

// turn is the place of the turn in an order, or -1 where it is not known.
func (e *goodEndSearch) turn(order []step) int {
	states := []state{e.start()}
	for _, st := range order {
		next := slices.Clone(states[len(states)-1])
		e.step(next, st.thread, e.choiceOf(next, st.thread, st.transition))
		states = append(states, next)
	}
	if !e.endsWell(states[0]) {
		return -1 // it never can, or it is not known
	}
	good, bad := 0, len(order)
	for bad-good > 1 && e.left > 0 {
		if mid := (good + bad) / 2; e.endsWell(states[mid]) {
			good = mid
		} else {
			bad = mid
		}
	}
	if e.left <= 0 {
		return -1
	}
	return good
}

// endsWell reports whether a state without a blocked goroutine can be reached.
func (e *goodEndSearch) endsWell(from state) bool {
	e.seen = map[string]bool{}
	work := []state{slices.Clone(from)}
	for len(work) > 0 && e.left > 0 && e.ctx.Err() == nil {
		cur := work[len(work)-1]
		work = work[:len(work)-1]
		e.settle(cur, 0, nil)
		key := string(e.identity(nil, cur))
		if e.seen[key] {
			continue
		}
		e.seen[key] = true
		e.left--
		set := e.explore(cur, 0, nil)
		if len(set) == 0 {
			if e.isGood(cur) {
				return true
			}
			continue
		}
		// The first recorded step is looked at first, so it is put on the stack last.
		slices.SortFunc(set, func(a, b int) int { return cmp.Compare(e.seq(cur, b), e.seq(cur, a)) })
		for _, t := range set {
			for choice := e.choices(cur, t) - 1; choice >= 0; choice-- {
				next := slices.Clone(cur)
				e.step(next, t, choice)
				work = append(work, next)
			}
		}
	}
	return false
}

// seq is when the next step of a thread was recorded.
func (e *goodEndSearch) seq(cur state, t int) uint64 {
	if in := e.next(cur, t); in.stmt != nil {
		return in.stmt.Source.Seq
	}
	return 0
}

// isGood reports whether no goroutine is blocked in a state without a next step.
func (e *goodEndSearch) isGood(cur state) bool {
	for t := range e.nt {
		if e.stand(cur, t) == blocked {
			return false
		}
	}
	return true
}

// settleTurn moves the turn from where a lock is taken to the statement that the reason is
// about, where that one is done under the lock: a critical section comes later as a whole.
func (d *Deadlock) settleTurn() {
	at := slices.IndexFunc(d.Order, func(e Event) bool { return e.TurningPoint })
	if at < 0 || d.Cause == nil || !d.Order[at].Stmt.acquires() {
		return
	}
	lock := &d.Order[at]
	for i := at + 1; i < len(d.Order); i++ {
		e := &d.Order[i]
		switch {
		case e.Thread != lock.Thread:
		case e.Stmt == d.Cause:
			lock.TurningPoint, e.TurningPoint = false, true
			return
		case e.Stmt.isLock() && e.Stmt.Obj == lock.Stmt.Obj:
			return
		}
	}
}
