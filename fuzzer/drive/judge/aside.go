package judge

import (
	"runtime"
	"strings"
)

// This file leaves out waits that are the affair of another package of the module, since only an argument comes from there.

// isAside reports whether a wait is such a one: of a call of that package, of a goroutine outside of the package under test, or for a lock that such a
// call holds while it is blocked.
func (r *run) isAside(b blocked, a *actor) bool {
	if holder := r.actors[b.Holder]; b.Kind == waitsLock && holder != nil && holder.isAside() {
		return true
	}
	if a != nil {
		return a.isAside()
	}
	return r.near && !r.isIn(b)
}

// isAside reports whether the present call of an actor is of another package.
func (a *actor) isAside() bool { return !a.done && a.steps[a.at].Aside }

// isIn reports whether the package under test is on the stack of a goroutine.
func (r *run) isIn(b blocked) bool {
	tested := strings.TrimSuffix(r.target.Own, "_test") + "."
	frames := runtime.CallersFrames(b.Frames)
	for more := len(b.Frames) > 0; more; {
		var f runtime.Frame
		if f, more = frames.Next(); strings.HasPrefix(f.Function, tested) {
			return true
		}
	}
	return false
}
