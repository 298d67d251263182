// Package typestate is PRETEX (thesis, chapter 6) on a recorded run: which
// types' methods are called concurrently, in which orders their methods were
// called, and which other orders were possible that an automaton forbids.
//
// # How a datum flows
//
// Package sites makes call sites tell the recorder about themselves; [Read]
// takes the calls out of a trace, each with what happened before it and the
// locks it holds (package lockgraph). [Recording.Races] finds the objects whose
// calls are concurrent, [Recording.Sequences] is what package mine learns
// automata from, and [Recording.Check] runs an automaton over everything that
// could have happened (package lattice). [Violation.Steps] is the order that a
// confirming run has to bring about, and [Recording.Observed] says whether a run
// did.
//
// The package runs nothing and reads no files.
package typestate

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// An Outcome is how a call ended.
type Outcome uint8

// The outcomes.
const (
	Running  Outcome = iota // it had not ended when the recording did
	Returned                // without an error
	Failed                  // it returned an error
	Unwound                 // it panicked, or its goroutine ended in it
)

// endOfInput is the error that says that a reader did its work.
const endOfInput = "EOF"

// A Call is one call of a method on an object.
type Call struct {
	Seq     uint64
	End     uint64 // Seq of its return, 0 while Running
	G       trace.G
	Object  uint64
	Type    string
	Site    int
	Method  string
	Outcome Outcome
	Err     string // text of the error
	Test    string // in which it was made, "" outside of any

	point lockgraph.Point
	abs   uint64 // abstraction of the goroutine
	count uint32 // which of the calls by goroutines of that abstraction at this site on this object

	waitsFor []*Call // see waits
	before   *Call   // of the goroutine on the object
}

// Failed reports whether the call ended in an error or a panic.
func (c *Call) Failed() bool {
	return c.Outcome == Unwound || c.Outcome == Failed && c.Err != endOfInput
}

// A Recording is the calls of one process, in order.
type Recording struct {
	Calls   []*Call
	Lost    uint64 // events that could not be recorded
	Events  uint64
	objects map[uint64][]*Call
	order   []uint64       // objects by their first call
	dropped map[string]int // calls by type: see NewReader
	counts  map[place]uint32
	main    string
}

// A place is where calls are counted.
type place struct {
	object uint64
	site   int
	abs    uint64
}

// Read takes the calls out of a trace. methods gives the method of a call site;
// main is the import path of the program, which does not know it itself.
func Read(t *trace.Trace, main string, methods func(site int) string) *Recording {
	var known objects.Addresses
	for _, e := range t.Events {
		known.Note(e)
	}
	r := NewReader(t, &known, main, methods, nil)
	for _, e := range t.Events {
		r.Add(e)
	}
	return r.Recording()
}

// A Reader takes the calls out of a trace that is not held in memory: of its events
// nothing is kept but calls and what orders them.
type Reader struct {
	t       *trace.Trace // no events
	methods func(site int) string
	whole   func(typ string) bool
	rec     *Recording
	ids     *identities
	order   *lockgraph.Builder
	objects *objects.Stream
	stacks  map[trace.G][]*Call // calls that run, the innermost last
	waits   waits
}

// NewReader returns a reader of a trace of which t has the tables and known the
// addresses of all events. For main and methods see Read. whole says of which types all
// calls are needed, because somebody wrote their automaton; nil means of all. Of other
// types no more calls on an object are kept than an automaton is mined from, and one to
// show that there are more: a mined automaton is not asked about those behind.
func NewReader(t *trace.Trace, known *objects.Addresses, main string, methods func(site int) string, whole func(typ string) bool) *Reader {
	r := &Reader{
		t: t, methods: methods, whole: whole, rec: &Recording{main: main, objects: map[uint64][]*Call{}, counts: map[place]uint32{}, dropped: map[string]int{}},
		ids: newIdentities(t), order: lockgraph.NewBuilder(lockgraph.Options{}), objects: objects.NewStream(t, known), stacks: map[trace.G][]*Call{}, waits: newWaits(),
	}
	r.order.OnMessage(func(m lockgraph.Message) { r.waits.message(r.stacks[m.To], m) })
	return r
}

// Add takes in the next event.
func (r *Reader) Add(e trace.Event) {
	e = r.objects.Resolve(e)
	r.ids.read(e)
	r.rec.Events++
	switch e.Op {
	case trace.OpCall:
		if c := r.call(e); c != nil {
			r.stacks[e.G] = append(r.stacks[e.G], c)
		}
	case trace.OpReturn, trace.OpUnwind:
		r.stacks[e.G] = end(r.t, r.stacks[e.G], e)
	case trace.OpLost:
		r.rec.Lost += e.Arg
	}
	r.waits.event(r.stacks[e.G], e)
	r.order.Add(e)
}

// Recording returns the calls of the events that were added.
func (r *Reader) Recording() *Recording { return r.rec }

// call is OpCall.
func (r *Reader) call(e trace.Event) *Call {
	method := r.methods(int(e.Aux))
	if method == "" {
		return nil
	}
	c := &Call{Seq: e.Seq, G: e.G, Object: e.Obj, Type: r.rec.typeName(r.t.Texts[e.Arg]), Site: int(e.Aux), Method: method}
	if len(r.rec.objects[c.Object]) > mine.MaxSequence && r.whole != nil && !r.whole(c.Type) {
		r.rec.dropped[c.Type]++
		return c
	}
	c.Test, c.point, c.abs = r.ids.tests[e.G], r.order.At(e.G), r.ids.of(e.G)
	r.rec.enter(c)
	r.waits.enter(c)
	return c
}

// typeName is the name of a type as automata have it, given that of the trace.
func (r *Recording) typeName(typ string) string {
	if i := strings.IndexByte(typ, '['); i > 0 {
		typ = typ[:i] // a generic type and its instances have one protocol
	}
	if name, ok := strings.CutPrefix(typ, "main."); ok && r.main != "" {
		return r.main + "." + name
	}
	return typ
}

// enter adds a call.
func (r *Recording) enter(c *Call) {
	if r.objects[c.Object] == nil {
		r.order = append(r.order, c.Object)
	}
	key := place{c.Object, c.Site, c.abs}
	r.counts[key]++
	c.count = r.counts[key]
	r.objects[c.Object] = append(r.objects[c.Object], c)
	r.Calls = append(r.Calls, c)
}

// end is the end of the innermost call of that object that runs in the goroutine.
func end(t *trace.Trace, stack []*Call, e trace.Event) []*Call {
	for i, c := range slices.Backward(stack) {
		if c.Object != e.Obj || c.Site != int(e.Aux) {
			continue
		}
		c.End = e.Seq
		switch {
		case e.Op == trace.OpUnwind:
			c.Outcome = Unwound
		case e.Arg != 0:
			c.Outcome, c.Err = Failed, t.Texts[e.Arg]
		default:
			c.Outcome = Returned
		}
		return slices.Delete(stack, i, i+1)
	}
	return stack
}

// Types returns the types with calls, sorted.
func (r *Recording) Types() []string {
	var types []string
	for _, calls := range r.objects {
		types = append(types, calls[0].Type)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// Objects returns how many objects of a type were called.
func (r *Recording) Objects(typ string) int {
	n := 0
	for _, calls := range r.objects {
		if calls[0].Type == typ {
			n++
		}
	}
	return n
}

// identities knows the abstraction and the test of every goroutine.
type identities struct {
	t     *trace.Trace
	abs   map[trace.G][4]uint64
	tests map[trace.G]string
}

func newIdentities(t *trace.Trace) *identities {
	return &identities{t, map[trace.G][4]uint64{1: trace.AbsMain}, map[trace.G]string{}}
}

func (ids *identities) of(g trace.G) uint64 { return ids.abs[g][trace.AbsIndex] }

func (ids *identities) read(e trace.Event) {
	switch e.Op {
	case trace.OpGo:
		child := trace.G(e.Obj)
		if abs, ok := trace.DeriveG(ids.abs[e.G], ids.t.Places[e.Stack()], e.Aux); ok {
			ids.abs[child] = abs
		}
		ids.tests[child] = ids.tests[e.G]
	case trace.OpTest:
		ids.tests[e.G] = ids.t.Texts[e.Arg]
	case trace.OpAbs:
		if e.Obj < 1<<32 && e.Aux < 4 { // numbers of goroutines are below any address
			abs := ids.abs[trace.G(e.Obj)]
			abs[e.Aux] = e.Arg
			ids.abs[trace.G(e.Obj)] = abs
		}
	}
}
