// Package pauses decides which goroutine is paused in a confirming run. It is the biased
// part of DeadlockFuzzer (thesis, Algorithm 9 and section 7.4), as a pure function of a
// [Plan] and a [Point].
//
// Package confirm writes a plan from a candidate. This package parses it inside the
// program under test, and the runtime asks it before every lock request. It runs
// nothing, parks no goroutine and allocates nothing after parsing. It imports nothing,
// because package sync of the instrumented standard library links it.
package pauses

// Limits of a plan; a candidate beyond them is not confirmed and says so.
const (
	MaxEdges   = 8
	MaxContext = 16
	MaxHanded  = 128
	MaxChans   = 8
	MaxSteps   = 200
	MaxCore    = 16
	MaxCalls   = 64
	MaxChoices = 64
)

// An Edge is one breakpoint: a component (abs(t), abs(l), C) of a cycle.
type Edge struct {
	G       uint64 // abstraction of the goroutine, 0 for any
	Lock    uint64 // abstraction of the object that contains the lock, 0 for any
	Global  uint64 // distance of a global variable's lock from the program's code, 0 when it is none
	Offset  uint64 // of the lock in its object, in bytes
	Read    bool   // the request is for shared mode
	NoPause bool   // the goroutine only waits at its gate: a writer that must come last
	Context [MaxContext]uint64
	N       int // sites in Context: those of the held locks, outermost first, then the request's
}

// A Chan tells which channels are locks: those made at a place. The runtime
// keeps their books, so that they are held and requested like other locks.
type Chan struct {
	Site     uint64 // of the make
	Receives bool   // a receive acquires and a send releases, else the other way round
	Handed   bool   // a go statement gives the newest slot to the new goroutine
}

// A Step is a place at which a goroutine stops until all steps before it were
// made: the n-th time that it comes by.
type Step struct {
	G    uint64 // abstraction of the goroutine, 0 for any
	Site uint64
	N    uint64
}

// A Choice tells which alternative a select takes if several can be taken: the n-th time that a
// goroutine comes by it. Go draws one.
type Choice struct {
	G    uint64 // abstraction of the goroutine, 0 for any
	Site uint64
	N    uint64
	Case uint32 // from 1, in the order of the runtime: the sends come first, channels that are nil do not count
}

// A Plan is a candidate as the agent sees it: the breakpoints of a cycle, or
// the steps of an order.
type Plan struct {
	Edges       [MaxEdges]Edge
	N           int
	Chans       [MaxChans]Chan
	NChans      int
	Abstraction uint8 // which abstraction G and Lock are: see trace.Abstraction
	UseContext  bool  // compare the whole context, not only the request's site
	Yield       bool  // wait at the bottom-most lock of a context first (7.4)

	// Calls are calls of methods of one object, in the order in which they are
	// to be made: see turns.go.
	Calls  [MaxCalls]Call
	NCalls int

	// Handed are sites at which locks were acquired that another goroutine released in the
	// recording. The holder of a lock acquired there is not needed to release it.
	Handed  [MaxHanded]uint64
	NHanded int

	Steps  [MaxSteps]Step
	NSteps int

	Choices  [MaxChoices]Choice
	NChoices int

	// Timers that are due within so many milliseconds, all stalls together, fire before a goroutine goes on from its step;
	// 0 lets none.
	Stall uint32

	// Core are the goroutines, by their abstractions, that are blocked in the
	// end: a run with steps is over when all of them are.
	Core  [MaxCore]uint64
	NCore int
}

// A Point is a goroutine that is about to request a lock.
type Point struct {
	G    uint64   // its abstraction of the plan's kind
	Site uint64   // of the request
	Held []uint64 // sites of the locks it holds, outermost first
	Obj  uint64   // address of the lock
	Read bool
}

// An Owner tells which edges an object matches: bit i for edge i.
type Owner interface {
	// Match returns the edges whose object begins at base.
	Match(base uint64) uint32
}

// At returns the edge (from 1) whose request the point is, or 0.
// It costs one comparison per edge unless a site is the same.
func (p *Plan) At(at Point, text uint64, owner Owner) int {
	for i := 0; i < p.N; i++ {
		e := &p.Edges[i]
		if e.NoPause || e.N == 0 || e.Context[e.N-1] != at.Site || e.Read != at.Read {
			continue
		}
		if p.sameThread(e, at) && p.sameContext(e, at) && p.sameLock(i, at, text, owner) {
			return i + 1
		}
	}
	return 0
}

// Stops returns the step (from 1) at which a goroutine stops that comes by a
// site, or 0. It counts in the row that is handed in, one number for each step;
// add adds one to such a number and returns it.
func (p *Plan) Stops(g, site uint64, add func(i int) uint64) int {
	stop := 0
	for i := 0; i < p.NSteps; i++ {
		s := &p.Steps[i]
		if s.Site == site && (s.G == 0 || s.G == g) && add(i) == s.N && stop == 0 {
			stop = i + 1
		}
	}
	return stop
}

// Chooses returns the alternative (from 1) that a goroutine takes at the select of a site, or 0
// for any. It counts as Stops does.
func (p *Plan) Chooses(g, site uint64, add func(i int) uint64) uint32 {
	chosen := uint32(0)
	for i := 0; i < p.NChoices; i++ {
		c := &p.Choices[i]
		if c.Site == site && (c.G == 0 || c.G == g) && add(i) == c.N && chosen == 0 {
			chosen = c.Case
		}
	}
	return chosen
}

// Gate returns the edge (from 1) whose bottom-most lock the point requests, or 0.
func (p *Plan) Gate(at Point) int {
	if !p.Yield || len(at.Held) != 0 {
		return 0
	}
	for i := 0; i < p.N; i++ {
		e := &p.Edges[i]
		if e.N >= 2 && e.Context[0] == at.Site && p.sameThread(e, at) {
			return i + 1
		}
	}
	return 0
}

func (p *Plan) sameThread(e *Edge, at Point) bool { return e.G == 0 || e.G == at.G }

func (p *Plan) sameContext(e *Edge, at Point) bool {
	if !p.UseContext {
		return true
	}
	if len(at.Held) != e.N-1 {
		return false
	}
	for i, site := range at.Held {
		if e.Context[i] != site {
			return false
		}
	}
	return true
}

func (p *Plan) sameLock(i int, at Point, text uint64, owner Owner) bool {
	e := &p.Edges[i]
	switch {
	case e.Global != 0:
		return at.Obj-text == e.Global
	case e.Lock != 0:
		return owner.Match(at.Obj-e.Offset)&(1<<i) != 0
	}
	return true
}
