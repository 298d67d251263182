package predict

import "github.com/deadlocklint/deadlocklint/internal/trace"

// The coroutines of iter.Pull are goroutines of their own to the runtime. A coroutine
// runs while its caller waits in next, so both are one thread of control: a lock that
// the caller holds is held in the coroutine, too. A coroutine that another goroutine
// calls later goes on as part of that one.
type coroutines struct {
	owner  map[uint64]trace.G  // by coroutine: its own goroutine
	left   map[uint64]trace.G  // by coroutine: the goroutine that switched last
	caller map[trace.G]trace.G // by the goroutine of a coroutine
}

func newCoroutines() *coroutines {
	return &coroutines{owner: map[uint64]trace.G{}, left: map[uint64]trace.G{}, caller: map[trace.G]trace.G{}}
}

// add reads the two events of a switch: a release by the goroutine that stops, an
// acquire by the goroutine that goes on. The coroutine's own goroutine begins with an acquire.
func (c *coroutines) add(e trace.Event) {
	if e.Op != trace.OpRelease && e.Op != trace.OpAcquire || trace.Via(e.Arg) != trace.ViaCoroutine {
		return
	}
	left, switched := c.left[e.Obj]
	if e.Op == trace.OpRelease {
		c.left[e.Obj] = e.G
		return
	}
	owner, known := c.owner[e.Obj]
	if !known {
		owner = e.G
		c.owner[e.Obj] = owner
	}
	if owner == e.G && switched && left != owner {
		c.caller[owner] = left
	}
}

// yields reports whether a release is that of a coroutine which gives its caller the next value.
func (c *coroutines) yields(e *trace.Event) bool {
	return trace.Via(e.Arg) == trace.ViaCoroutine && c.owner[e.Obj] == e.G
}

// thread is the goroutine in whose calls g runs, or g.
func (c *coroutines) thread(g trace.G) trace.G {
	for range len(c.caller) { // a damaged trace may have a circle
		caller, ok := c.caller[g]
		if !ok {
			break
		}
		g = caller
	}
	return g
}
