package typestate

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
)

// maxNear is the number of earlier calls that are tried as the base of comparison for a
// call.
const maxNear = 8

// An ordering is the calls on one object on their way to a lattice. The past of a
// call is not a vector over all goroutines, of which there may be as many as calls,
// but the difference to the past of an earlier call.
type ordering struct {
	order   Order
	threads map[uint32]int // by number of the goroutine
	calls   [][]*Call      // by thread
	list    []*lattice.Event
	all     []*Call
	done    int // how many of them next has given
	waits   bool
}

// newOrdering prepares the events of the calls of one object: of each only its locks,
// and the event in which a critical section ends. The past of an event is found when its
// turn comes ([ordering.next]), since a check may end early.
//
// With waits a call comes after those that it waited for, and so where it got what
// it wanted. Of a mined automaton, which forbids the calls that no run has shown, a violation in
// between would say no more than that a goroutine waits. An automaton that a person wrote may well
// forbid to wait.
func newOrdering(calls []*Call, o Order, waits bool) *ordering {
	x := &ordering{order: o, threads: map[uint32]int{}, all: calls, waits: waits}
	for i, c := range calls {
		e := &lattice.Event{Method: c.Method, Site: c.Site, Tag: uint64(i), Past: 1}
		for _, h := range c.point.Held {
			e.Lockset = append(e.Lockset, lattice.HeldLock{Lock: h.Lock, Section: h.Section, Shared: h.Mode == lockgraph.Shared})
		}
		x.list = append(x.list, e)
	}
	lattice.MarkLast(x.list)
	return x
}

// events are those of all calls of one object.
func events(calls []*Call, o Order, waits bool) []*lattice.Event {
	x := newOrdering(calls, o, waits)
	for x.next() != nil {
	}
	return x.list
}

// next is the event of the next call, nil after the last one.
func (x *ordering) next() *lattice.Event {
	if x.done == len(x.all) {
		return nil
	}
	i, c := x.done, x.all[x.done]
	e := x.list[i]
	x.place(e, c, x.near(x.all[max(0, i-maxNear):i], c))
	if x.waits {
		x.afterWaits(e, c)
	}
	x.done++
	return e
}

// near is a call that comes before c and has much of its past: the one before it in its
// goroutine, else one of those before it in the run, or nil.
func (x *ordering) near(before []*Call, c *Call) *Call {
	if th, ok := x.threads[c.point.Number]; ok {
		return x.calls[th][len(x.calls[th])-1]
	}
	for _, b := range slices.Backward(before) {
		if c.after(b, x.order) {
			return b
		}
	}
	return nil
}

// place gives the event of a call its thread, and the part of its past that the
// past of an earlier call, which may be nil, lacks.
func (x *ordering) place(e *lattice.Event, c, near *Call) {
	th, ok := x.threads[c.point.Number]
	if !ok {
		th = len(x.calls)
		x.threads[c.point.Number] = th
		x.calls = append(x.calls, nil)
	}
	e.Thread = th
	var known lockgraph.HappensBefore
	if near != nil {
		known = near.past(x.order)
		e.Past += x.list[near.index].Past
	}
	counted := map[int]bool{th: true}
	x.need(e, c, near, near, counted)
	c.past(x.order).Since(known, func(number uint32) {
		if t, ok := x.threads[number]; ok && t != th {
			x.need(e, c, near, x.calls[t][0], counted)
		}
	})
	slices.SortFunc(e.Epochs, func(a, b lattice.Epoch) int { return cmp.Compare(a.Thread, b.Thread) })
	c.index = x.done
	x.calls[th] = append(x.calls[th], c)
}

// need enters what c needs of the goroutine of a call, beyond what near needs.
func (x *ordering) need(e *lattice.Event, c, near, of *Call, counted map[int]bool) {
	if of == nil {
		return
	}
	t := x.threads[of.point.Number]
	if counted[t] {
		return
	}
	counted[t] = true
	itself := near != nil && near.point.Number == of.point.Number // which its past does not have
	n, known := x.upTo(t, c.past(x.order).Until(of.point.Number)), 0
	switch {
	case itself:
		known = x.upTo(t, near.Seq)
	case near != nil:
		known = x.upTo(t, near.past(x.order).Until(of.point.Number))
	}
	if e.Past += n - known; itself || n > known {
		e.Epochs = append(e.Epochs, lattice.Epoch{Thread: t, Events: uint32(n)})
	}
}

// upTo is how many calls of a thread there are up to a time.
func (x *ordering) upTo(thread int, seq uint64) int {
	n, exact := slices.BinarySearchFunc(x.calls[thread], seq, func(c *Call, seq uint64) int { return cmp.Compare(c.Seq, seq) })
	if exact {
		n++
	}
	return n
}

// afterWaits puts the event of c after those of the calls that it waited for.
func (x *ordering) afterWaits(e *lattice.Event, c *Call) {
	for _, by := range c.waitsFor {
		if i, ok := slices.BinarySearchFunc(x.all[:x.done], by.Seq, func(c *Call, seq uint64) int { return cmp.Compare(c.Seq, seq) }); ok {
			th := x.list[i].Thread
			e.Past = max(e.Past, x.list[i].Past+1)
			e.Epochs = append(e.Epochs, lattice.Epoch{Thread: th, Events: uint32(x.upTo(th, by.Seq))})
		}
	}
}
