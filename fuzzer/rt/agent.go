// Package rt is the agent inside the program under test. It reads the plan of a
// confirming run. Before every lock request it tells the runtime whether to pause the
// goroutine. It counts how often each breakpoint was reached.
//
// A lock request comes from package sync through the runtime, which knows the
// goroutine, its lockset and its stack. Package pauses decides, and the runtime parks.
// The runtime also releases paused goroutines and finds the deadlock, since both must
// go on when no goroutine can run.
//
// The package is compiled twice: in this module for its tests, and in the instrumented
// standard library. The functions of the runtime
// are in package boundary. The package imports only what package sync may import, allocates nothing after its
// initialisation, and takes no lock of package sync.
package rt

import (
	"sync/atomic"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
)

const (
	tableBits = 14
	maxProbes = 1 << tableBits / 2 // slots looked at for an object
)

// An agent is the state of one process.
type agent struct {
	plan    pauses.Plan
	base    uint64 // address of the program's code
	objects [1 << tableBits]object
	reached [pauses.MaxEdges]atomic.Uint64 // requests that matched
	started [pauses.MaxEdges]atomic.Uint64 // goroutines seen at the gate
	threads [pauses.MaxEdges]atomic.Uint64 // requests by the right goroutine, in any context
	passed  [pauses.MaxSteps]atomic.Uint64 // how often goroutines came by at each step
	came    [pauses.MaxChoices]atomic.Uint64
	full    atomic.Uint32 // the object table was too small: locks of the plan may have been passed over
	calls   calls
}

// An object is an object that the abstraction of an edge names.
type object struct {
	base  atomic.Uint64
	edges atomic.Uint32
}

var the agent

func init() {
	name := boundary.Runtime.Getenv(boundary.EnvPlan)
	if name == "" {
		return
	}
	buf := make([]byte, 64<<10)
	n := boundary.Runtime.ReadFile(name, buf)
	if n < 0 || !pauses.Parse(buf[:n], &the.plan) {
		return
	}
	the.base = uint64(boundary.Runtime.Text())
	boundary.Runtime.SetEdges(uint32(the.plan.N))
	for _, site := range the.plan.Handed[:the.plan.NHanded] {
		boundary.Runtime.HandedAt(site)
	}
	for _, c := range the.plan.Chans[:the.plan.NChans] {
		boundary.Runtime.SetChan(c.Site, c.Receives, c.Handed)
	}
	if the.plan.NSteps > 0 {
		for _, g := range the.plan.Core[:the.plan.NCore] {
			boundary.Runtime.AddCore(g, the.plan.Abstraction)
		}
		boundary.Runtime.RegisterSteps(the.step, the.choice)
		if the.plan.Stall > 0 {
			boundary.Runtime.JumpAhead(int64(the.plan.Stall) * 1e6)
		}
	}
	if the.plan.N > 0 || the.plan.NSteps > 0 {
		boundary.Runtime.Register(the.request, the.alloc, the.stats)
	}
	if the.plan.NCalls > 0 {
		boundary.Runtime.RegisterCalls(the.arrives, the.mayGo, the.isDone)
	}
}

// Match implements pauses.Owner.
func (a *agent) Match(base uint64) uint32 {
	i := slot(base)
	for range maxProbes { // the table may be full
		switch a.objects[i].base.Load() {
		case base:
			return a.objects[i].edges.Load()
		case 0:
			return 0
		}
		i = (i + 1) & (1<<tableBits - 1)
	}
	return 0
}

func slot(base uint64) uint64 { return base * 0x9e3779b97f4a7c15 >> (64 - tableBits) }

// alloc notes an object that contains locks when an edge names it.
func (a *agent) alloc(base, size uintptr, abs [4]uint64) {
	var edges uint32
	for i := range a.plan.Edges[:a.plan.N] {
		if e := &a.plan.Edges[i]; e.Lock != 0 && e.Lock == abs[a.plan.Abstraction&3] {
			edges |= 1 << i
		}
	}
	if edges != 0 || a.Match(uint64(base)) != 0 {
		a.put(uint64(base), edges)
	}
}

func (a *agent) put(base uint64, edges uint32) {
	i := slot(base)
	for range maxProbes {
		o := &a.objects[i]
		if b := o.base.Load(); b == base || b == 0 && o.base.CompareAndSwap(0, base) || o.base.Load() == base {
			o.edges.Store(edges)
			return
		}
		i = (i + 1) & (1<<tableBits - 1)
	}
	a.full.Store(1)
}

// request is asked before every lock request. It returns the edge (from 1)
// at which the goroutine is to be paused, or 0, and whether that is only the
// gate before its first lock.
func (a *agent) request(read bool, obj uintptr, stack uint64) (edge int, gate bool) {
	var sites [pauses.MaxContext]uint64
	_, abs, site, held := boundary.Runtime.Self(stack, sites[:])
	at := pauses.Point{
		G:    abs[a.plan.Abstraction&3],
		Site: site,
		Held: sites[:min(held, len(sites))],
		Obj:  uint64(obj),
		Read: read,
	}
	if edge = a.plan.At(at, a.base, a); edge != 0 {
		a.reached[edge-1].Add(1)
		return edge, false
	}
	for i := range a.plan.Edges[:a.plan.N] {
		if e := &a.plan.Edges[i]; e.Context[e.N-1] == site && (e.G == 0 || e.G == at.G) {
			a.threads[i].Add(1)
		}
	}
	if edge = a.plan.Gate(at); edge != 0 {
		a.started[edge-1].Add(1)
		return edge, true
	}
	return 0, false
}

// step is asked at every operation when the plan has steps.
func (a *agent) step(site uint64, abs [4]uint64) int {
	return a.plan.Stops(abs[a.plan.Abstraction&3], site, func(i int) uint64 { return a.passed[i].Add(1) })
}

// choice is asked at every select when the plan has steps.
func (a *agent) choice(site uint64, abs [4]uint64) uint32 {
	return a.plan.Chooses(abs[a.plan.Abstraction&3], site, func(i int) uint64 { return a.came[i].Add(1) })
}

// stats writes a line per edge, and one when the table of objects was full.
func (a *agent) stats(room []byte) (n int) {
	c := boundary.Writer(room)
	for i := range a.plan.Edges[:a.plan.N] {
		l := boundary.EdgeStats{Reached: a.reached[i].Load(), Started: a.started[i].Load(), Near: a.threads[i].Load()}
		l.Fields(&c)
		n = c.End(n)
	}
	if a.full.Load() != 0 {
		l := boundary.FullTable{Objects: 1 << tableBits}
		l.Fields(&c)
		n = c.End(n)
	}
	return n
}
