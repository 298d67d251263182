package pauses

import "testing"

// owners is an [Owner] of a few objects.
type owners map[uint64]uint32

func (o owners) Match(base uint64) uint32 { return o[base] }

func context(sites ...uint64) (c [MaxContext]uint64) {
	copy(c[:], sites)
	return c
}

// The statements of figure 7.1: every thread takes its l1 and then its l2.
const (
	outer = 0x15
	inner = 0x16
)

// Its threads and objects as an abstraction names them, and where the objects
// are in this run; the lock is the second field.
const (
	thread1, thread2, thread3 = 0x101, 0x102, 0x103
	abs1, abs2                = 0x201, 0x202
	o1, o2, o3                = 0x1000, 0x2000, 0x3000
	mutexAt                   = 8
)

var objects = owners{o1: 1 << 1, o2: 1 << 0} // o1 is wanted by edge 2, o2 by edge 1

// figure71 is the cycle of the first two threads: one holds o1 and wants o2,
// the other holds o2 and wants o1.
func figure71() Plan {
	p := Plan{N: 2, Abstraction: 2, UseContext: true, Yield: true}
	p.Edges[0] = Edge{G: thread1, Lock: abs2, Offset: mutexAt, Context: context(outer, inner), N: 2}
	p.Edges[1] = Edge{G: thread2, Lock: abs1, Offset: mutexAt, Context: context(outer, inner), N: 2}
	return p
}

func want(g, obj uint64, held ...uint64) Point {
	return Point{G: g, Site: inner, Held: held, Obj: obj + mutexAt}
}

// TestFigure71 is section 7.3.3: the third thread runs through the same
// statements and holds an object of the cycle. Pausing it makes it thrash.
func TestFigure71(t *testing.T) {
	exact := figure71()
	objectsOnly := figure71()
	trivial := figure71()
	for i := range trivial.Edges {
		objectsOnly.Edges[i].G = 0
		trivial.Edges[i].G, trivial.Edges[i].Lock = 0, 0
	}
	for _, c := range []struct {
		name                        string
		at                          Point
		exact, objectsOnly, trivial int
	}{
		{"the first thread", want(thread1, o2, outer), 1, 1, 1},
		{"the second thread", want(thread2, o1, outer), 2, 2, 1},
		{"the third thread", want(thread3, o3, outer), 0, 0, 1},
		{"the third thread, were it to want o1", want(thread3, o1, outer), 0, 2, 1},
		{"the first thread with another object", want(thread1, o3, outer), 0, 0, 1},
		{"the first thread with the other's object", want(thread1, o1, outer), 0, 2, 1},
		{"the first thread with another field", Point{G: thread1, Site: inner, Held: []uint64{outer}, Obj: o2}, 0, 0, 1},
		{"the first thread at its first lock", Point{G: thread1, Site: outer, Obj: o1 + mutexAt}, 0, 0, 0},
		{"the first thread, for reading", Point{G: thread1, Site: inner, Held: []uint64{outer}, Obj: o2 + mutexAt, Read: true}, 0, 0, 0},
	} {
		for _, v := range []struct {
			name string
			plan Plan
			want int
		}{{"index", exact, c.exact}, {"objects only", objectsOnly, c.objectsOnly}, {"trivial", trivial, c.trivial}} {
			if got := v.plan.At(c.at, 0, objects); got != v.want {
				t.Errorf("%s, %s: edge %d, want %d", v.name, c.name, got, v.want)
			}
		}
	}
}

// TestContext is the no-context variant of figure 9.6: the same request after
// other locks is another component of the relation.
func TestContext(t *testing.T) {
	with, without := figure71(), figure71()
	without.UseContext = false
	for _, c := range []struct {
		held          []uint64
		with, without int
	}{
		{[]uint64{outer}, 1, 1},
		{nil, 0, 1},
		{[]uint64{inner}, 0, 1},
		{[]uint64{outer, outer}, 0, 1},
		{make([]uint64, MaxContext), 0, 1},
	} {
		at := want(thread1, o2, c.held...)
		if got := with.At(at, 0, objects); got != c.with {
			t.Errorf("held at %x: edge %d with contexts, want %d", c.held, got, c.with)
		}
		if got := without.At(at, 0, objects); got != c.without {
			t.Errorf("held at %x: edge %d without contexts, want %d", c.held, got, c.without)
		}
	}
}

// The statements of figure 7.4: the second thread takes and releases l1 alone
// before it takes l2 and l1.
const (
	first1, first2 = 0x21, 0x22 // the first thread's l1, l2
	alone          = 0x23       // the second thread's l1, released at once
	then2, then1   = 0x24, 0x25 // its l2, l1
)

func figure74() Plan {
	p := Plan{N: 2, Abstraction: 2, UseContext: true, Yield: true}
	p.Edges[0] = Edge{G: thread1, Context: context(first1, first2), N: 2}
	p.Edges[1] = Edge{G: thread2, Context: context(then2, then1), N: 2}
	return p
}

// TestFigure74 is section 7.4: the first thread has to yield before it takes
// l1, or the second blocks at the section that is no part of the cycle.
func TestFigure74(t *testing.T) {
	p := figure74()
	for _, c := range []struct {
		name     string
		at       Point
		at1, yes int
	}{
		{"the first thread before l1", Point{G: thread1, Site: first1}, 0, 1},
		{"the first thread before l2", Point{G: thread1, Site: first2, Held: []uint64{first1}}, 1, 0},
		{"the second thread before l1 alone", Point{G: thread2, Site: alone}, 0, 0},
		{"the second thread before l2", Point{G: thread2, Site: then2}, 0, 2},
		{"the second thread before l1", Point{G: thread2, Site: then1, Held: []uint64{then2}}, 2, 0},
		{"another thread at the same statement", Point{G: thread3, Site: first1}, 0, 0},
		{"the first thread with a lock held already", Point{G: thread1, Site: first1, Held: []uint64{alone}}, 0, 0},
	} {
		if got := p.Gate(c.at); got != c.yes {
			t.Errorf("%s: gate %d, want %d", c.name, got, c.yes)
		}
		if got := p.At(c.at, 0, objects); got != c.at1 {
			t.Errorf("%s: edge %d, want %d", c.name, got, c.at1)
		}
		noYield := p
		noYield.Yield = false
		if got := noYield.Gate(c.at); got != 0 {
			t.Errorf("%s: gate %d without yields", c.name, got)
		}
	}
}

// TestNoGateWithoutContext: a pending writer holds nothing, so that there is no
// lock before which it could yield.
func TestNoGateWithoutContext(t *testing.T) {
	p := figure74()
	p.Edges[0] = Edge{G: thread1, Context: context(first1), N: 1}
	if got := p.Gate(Point{G: thread1, Site: first1}); got != 0 {
		t.Errorf("gate %d at the request itself", got)
	}
	if got := p.At(Point{G: thread1, Site: first1}, 0, objects); got != 1 {
		t.Errorf("edge %d, want 1", got)
	}
}

func TestGlobalVariable(t *testing.T) {
	const text, distance = 0x400000, 0x5000
	p := figure74()
	p.Edges[0].Global = distance
	at := Point{G: thread1, Site: first2, Held: []uint64{first1}, Obj: text + distance}
	if got := p.At(at, text, objects); got != 1 {
		t.Errorf("edge %d, want 1", got)
	}
	if got := p.At(at, text+0x1000, objects); got != 0 {
		t.Errorf("edge %d for a variable elsewhere", got)
	}
}

func TestModes(t *testing.T) {
	p := figure74()
	p.Edges[0].Read = true
	p.Edges[1].NoPause = true
	at := Point{G: thread1, Site: first2, Held: []uint64{first1}}
	if got := p.At(at, 0, objects); got != 0 {
		t.Errorf("edge %d for an exclusive request", got)
	}
	at.Read = true
	if got := p.At(at, 0, objects); got != 1 {
		t.Errorf("edge %d for a shared request, want 1", got)
	}
	if got := p.At(Point{G: thread2, Site: then1, Held: []uint64{then2}}, 0, objects); got != 0 {
		t.Errorf("edge %d where nobody is to be paused", got)
	}
	if got := p.Gate(Point{G: thread2, Site: then2}); got != 2 {
		t.Errorf("gate %d, want 2", got)
	}
}

// TestDecisionsDoNotAllocate: the agent asks from inside the allocator's hooks.
func TestDecisionsDoNotAllocate(t *testing.T) {
	p, at := figure71(), want(thread1, o2, outer)
	var owner Owner = objects
	if n := testing.AllocsPerRun(100, func() { p.At(at, 0, owner); p.Gate(at) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
