package lockfacts

import (
	"context"
	"fmt"
	"slices"
)

// Limits that keep any package from running away. Summaries of functions that
// call each other can multiply: each call performs all events of its target, in
// each set of locks that may be held there. When a limit is reached, what was
// found stays, the rest of the composition is left out, the function is marked
// as not precise, and [Result].Limits says so. Operations that a function
// performs itself, and those on which other goroutines wait, are never left
// out: checks ask whether some goroutine answers.
const (
	maxPairs       = 120       // critical pairs and other composed events per function
	maxAnswers     = 400       // the same with those that answer or wait
	maxVariants    = 4         // sets of held locks in which one call is performed, and sets of conditions for each
	maxWork        = 2_000     // events of called functions composed per walk of a function
	maxPackageWork = 3_000_000 // the same per package, together with the instructions walked
	maxReach       = 200       // acquisitions after one unresolved call
	maxBindWork    = 200_000   // events looked at after all unresolved calls of a package
	maxGiven       = 24        // calls of a function's arguments or of its receiver's fields, one after the other
	maxReleased    = 8         // locks that a path of a function releases for its callers
	maxDoubles     = 64        // acquisitions of held locks, per function
)

// cut notes that a limit of a function was reached.
func (w *walker) cut(name string, value int) {
	w.info.Imprecise = true
	w.pkg.reached(name, value)
}

// reached notes that a limit was reached.
func (a *analyzer) reached(name string, value int) {
	limit := fmt.Sprintf("%s=%d", name, value)
	a.limits[limit] = true
	if a.late != nil {
		a.late(limit)
	}
}

// Reached notes that a check reached a limit of its own in the package.
func (r *Reporter) Reached(name string, value int) { r.note(fmt.Sprintf("%s=%d", name, value)) }

// Stopped reports whether the caller wants no more, and notes it as a limit. A check
// that may take long asks now and then.
func (r *Reporter) Stopped() bool {
	select {
	case <-r.Facts.done:
		r.note(interruptedLimit)
		return true
	default:
		return false
	}
}

// Context returns a context for a search. It ends when the caller wants no more results.
func (r *Reporter) Context() context.Context { return wanted{context.Background(), r.Facts.done} }

// wanted is a context that a channel ends.
type wanted struct {
	context.Context
	done <-chan struct{}
}

func (w wanted) Done() <-chan struct{} { return w.done }

func (w wanted) Err() error {
	select {
	case <-w.done:
		return context.Canceled
	default:
		return nil
	}
}

func (r *Reporter) note(limit string) { r.Facts.reached(limit) }

func (r *Result) reached(limit string) {
	r.limiting.Lock()
	defer r.limiting.Unlock()
	if i, found := slices.BinarySearch(r.Limits, limit); !found {
		r.Limits = slices.Insert(r.Limits, i, limit)
	}
}

// spend takes one unit of work. It reports false when no further event of a
// called function may be composed.
func (w *walker) spend() bool {
	if w.pkg.stopped() {
		w.info.Imprecise = true
		return false
	}
	w.pkg.work++
	if w.composed++; w.composed > maxWork {
		w.cut("maxWork", maxWork)
		return false
	}
	return true
}

// interruptedLimit is the limit of a caller that wants no more results.
const interruptedLimit = "interrupted"

// stopped reports whether the package has used up its work, or the caller
// wants no more.
func (a *analyzer) stopped() bool {
	if a.ended {
		return true
	}
	select {
	case <-a.done:
		a.ended = true
		a.limits[interruptedLimit] = true
	default:
		if a.work >= maxPackageWork {
			a.ended = true
			a.reached("maxPackageWork", maxPackageWork)
		}
	}
	return a.ended
}

// answers reports whether an event may answer a waiting goroutine, on an object
// that only callers can name.
func (w *walker) answers(ev *Event) bool { return blocksOrWakes(ev.Op) && ev.Obj.Outer() }
