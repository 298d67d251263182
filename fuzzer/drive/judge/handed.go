package judge

import "reflect"

// This file tells locks that a finished call holds by contract from those that it has forgotten. No name tells that. Another call of
// the package gives such a lock back, or a call of the object that the first one has returned.

// givenBack makes each call once more, and reports whether one frees a goroutine that waits for a lock. A call that panicked while nobody
// held the lock may give it back now.
func (r *run) givenBack(calls []Step) bool {
	before := r.waiting()
	for i := range calls {
		r.start(calls[i : i+1])
		r.rest(restCall)
		now := r.waiting()
		for id, at := range before {
			if still, waits := now[id]; !waits || still != at {
				return true
			}
		}
	}
	return false
}

// rescued makes further calls, and reports whether one frees a goroutine that waits for a lock. One may end the process, so the verdict
// is told before. A later verdict for the same trial replaces it.
func (r *run) rescued(v Verdict, calls []Step) bool {
	v.Trial = r.trial
	tell(v)
	return r.givenBack(calls)
}

// waiting are the goroutines that wait for locks, each with the number of its step.
func (r *run) waiting() map[int]int {
	list := map[int]int{}
	for _, b := range blockedIn(r.t, false) {
		if b.Kind != waitsLock {
			continue
		}
		list[b.ID] = 0
		if a := r.actors[b.ID]; a != nil {
			list[b.ID] = a.at
		}
	}
	return list
}

// A holder is where a chain of lock holders ends.
type holder int

const (
	isUnknown holder = iota // it is no goroutine of the driver, or waits for something else than a lock
	hasEnded                // with the lock
	goesOn                  // in its call: it may spin, and then no quiet point comes
	inCycle                 // of goroutines that wait for the locks of each other
)

// lastHolder follows the holders of a lock, as long as each waits for another lock.
func (r *run) lastHolder(b blocked) holder {
	return lastHolder(b, blockedIn(r.t, false), func(id int) (isActor, isDone bool) {
		a := r.actors[id]
		return a != nil, a != nil && a.done
	})
}

func lastHolder(b blocked, all []blocked, actor func(id int) (isActor, isDone bool)) holder {
	list := map[int]blocked{}
	for _, other := range all {
		list[other.ID] = other
	}
	for range list {
		next, isBlocked := list[b.Holder]
		switch isActor, isDone := actor(b.Holder); {
		case isDone:
			return hasEnded
		case isActor && !isBlocked:
			return goesOn
		case !isBlocked || next.Kind != waitsLock:
			return isUnknown
		}
		b = next
	}
	return inCycle
}

// isHeld reports whether a lock is held for ever. In a short trial goroutines go on: a holder that waits for something else may be woken by a timer.
func (r *run) isHeld(b blocked) bool {
	switch r.lastHolder(b) {
	case hasEnded, inCycle:
		return true
	case goesOn:
		return false
	}
	return !r.short
}

// handed reports whether a goroutine of the driver may hold a lock by contract: a call that is over has handed it out. Readers of an RWMutex are
// not known: each goroutine may be one.
func (r *run) handed(holder int) bool {
	if holder < 0 {
		for _, a := range r.actors {
			if a.handed(r.misses) {
				return true
			}
		}
		return false
	}
	a := r.actors[holder]
	return a != nil && a.handed(r.misses)
}

func (a *actor) handed(misses bool) bool {
	return a.hands || misses && (a.done || a.at > 0)
}

// gives reports whether one of these can have what gives a lock back.
func gives(results []any) bool {
	for _, r := range results {
		if IsSet(r) {
			return true
		}
	}
	return false
}

// IsSet reports whether a value is not the zero value of its type.
func IsSet(v any) bool { return v != nil && !reflect.ValueOf(v).IsZero() }
