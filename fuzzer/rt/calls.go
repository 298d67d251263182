package rt

import (
	"sync/atomic"

	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
)

// maxCalled is how many objects can be told apart whose calls are steps of the
// plan; the calls of others are not paused.
const maxCalled = 256

// calls is how far the objects are in the plan's order of calls.
type calls struct {
	lk   atomic.Uint32 // held for a few instructions, during which the runtime does not preempt
	n    int
	objs [maxCalled]called
}

type called struct {
	obj   uint64
	turns pauses.Turns
}

func (c *calls) lock() {
	for !c.lk.CompareAndSwap(0, 1) {
	}
}

func (c *calls) unlock() { c.lk.Store(0) }

// of returns the state of an object, nil when there are too many. The lock is held.
func (c *calls) of(obj uint64) *pauses.Turns {
	for i := range c.objs[:c.n] {
		if c.objs[i].obj == obj {
			return &c.objs[i].turns
		}
	}
	if c.n == maxCalled {
		return nil
	}
	c.objs[c.n].obj = obj
	c.n++
	return &c.objs[c.n-1].turns
}

// arrives is asked before every call at a site of the program's call sites. It
// returns which step of the plan (from 1) it is, or 0.
func (a *agent) arrives(site uint32, obj, g uint64) int {
	if !a.plan.IsCall(site, g) {
		return 0
	}
	a.calls.lock()
	defer a.calls.unlock()
	t := a.calls.of(obj)
	if t == nil {
		return 0
	}
	return a.plan.Arrive(t, site, g)
}

// mayGo reports whether all steps before that one are done.
func (a *agent) mayGo(obj uint64, step int) bool {
	a.calls.lock()
	defer a.calls.unlock()
	t := a.calls.of(obj)
	return t == nil || a.plan.MayGo(t, step)
}

// isDone notes that a step's call has returned, and reports whether that may
// let others go on.
func (a *agent) isDone(obj uint64, step int) bool {
	a.calls.lock()
	defer a.calls.unlock()
	t := a.calls.of(obj)
	if t != nil {
		t.Done(step)
	}
	return t != nil
}
