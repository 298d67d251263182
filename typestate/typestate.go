// Package typestate is PRETEX (thesis, chapter 6) on a recorded run. It finds types
// whose methods are called concurrently, the orders of these calls, and other
// possible orders that an automaton forbids.
//
// # How a datum flows
//
// Package sites makes call sites tell the recorder about themselves. [Read] takes the
// calls out of a trace, each with the calls that happened before it and with its
// lockset (package lockgraph). [Recording.Races] finds the objects whose calls are
// concurrent. Package mine learns automata from [Recording.Sequences].
// [Recording.Check] runs an automaton over every possible order of the calls (package
// lattice).
//
// [Violation.Steps] is the order that a confirming run has to bring about, and
// [Recording.Observed] says whether a run did.
//
// The package runs nothing and reads no files.
package typestate

import (
	"cmp"
	"maps"
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

	hooked   bool    // told by the method itself: Site is made of a stack
	behind   *site   // the nearest earlier call of another goroutine on the object
	waitsFor []*Call // see waits
	before   *Call   // of the goroutine on the object
	index    int     // among those that were ordered last: see events
}

// Failed reports whether the call ended in an error or a panic.
func (c *Call) Failed() bool {
	return c.Outcome == Unwound || c.Outcome == Failed && c.Err != endOfInput
}

// A Recording is the calls of one process, in order.
type Recording struct {
	Calls   []*Call // of objects that others used alike need not be among them
	Lost    uint64  // events that could not be recorded
	Events  uint64
	Others  int             // objects that were used like maxAlike others, by other goroutines, and left out
	Omitted map[string]int  // calls by type that were left out because MaxHeld were held
	Timers  map[uint64]bool // abstractions of goroutines that received from a timer's channel
	objects map[uint64][]*Call
	order   []uint64          // objects by their first call
	alike   map[uint64]uint64 // how many others an object stands for: see Reader.finish
	dropped map[string]int    // calls by type: see NewReader
	counts  map[place]uint32
	pairs   map[string][]Pair // by type
	held    int               // calls
	main    string
}

// A place is where calls are counted.
type place struct {
	object uint64
	site   int
	abs    uint64
}

// Read takes the calls out of a trace. The function methods gives the method of a call site.
// The import path of the program is main, since a trace calls its package only "main".
func Read(t *trace.Trace, main string, methods func(site int) string) *Recording {
	var known Preview
	for _, e := range t.Events {
		known.addresses.Note(e) // and not which calls are the last: all are kept
	}
	r := NewReader(t, &known, main, methods, nil)
	for _, e := range t.Events {
		r.Add(e)
	}
	return r.Recording()
}

// A Reader takes the calls out of a trace that is not held in memory. It keeps the calls
// and the events that order them. Of several objects with the same use it keeps the first.
type Reader struct {
	t       *trace.Trace // no events
	known   *Preview
	methods func(site int) string
	hooked  func(typ string, stack trace.StackID) (site int, method string)
	at      map[trace.G]trace.StackID // of the call that comes next
	whole   func(typ string) bool
	rec     *Recording
	ids     *identities
	order   *lockgraph.Builder
	objects *objects.Stream
	stacks  map[trace.G][]*Call // calls that run, the innermost last
	running map[uint64]int      // how many of them are on an object
	waits   waits
	folds   folds
	pairs   pairing
	maxHeld int
	inTests bool // see InTests
}

// NewReader returns a reader of a trace. t has the tables of the trace, and known has what
// a Preview noted of all its events. For main and methods see Read.
//
// The function whole reports whether all calls on objects of a type are needed, since its
// automaton is written by hand. When whole is nil, all calls of every type are needed. Of
// another type the reader keeps as many calls on an object as mining reads, and one more. A
// mined automaton makes no statement about later calls.
func NewReader(t *trace.Trace, known *Preview, main string, methods func(site int) string, whole func(typ string) bool) *Reader {
	r := &Reader{
		t: t, known: known, methods: methods, whole: whole, ids: newIdentities(t),
		rec: &Recording{
			main: main, objects: map[uint64][]*Call{}, alike: map[uint64]uint64{}, counts: map[place]uint32{}, pairs: map[string][]Pair{}, dropped: map[string]int{}, Omitted: map[string]int{}, Timers: map[uint64]bool{},
		},
		stacks: map[trace.G][]*Call{}, running: map[uint64]int{},
		waits: newWaits(), folds: newFolds(), pairs: newPairing(), maxHeld: MaxHeld,
	}
	r.objects = objects.NewStream(t, &known.addresses, r.gone)
	r.orderBy(lockgraph.Options{OrderOnly: true})
	return r
}

// Hooks makes the reader take in calls that have no site. Their event has the stack in which
// a method of the standard library reported the call. The function hooked returns the method,
// and a number that stands for the site. The method is "" when the call is not of interest.
// Call Hooks before the first Add.
func (r *Reader) Hooks(hooked func(typ string, stack trace.StackID) (site int, method string)) {
	r.hooked, r.at = hooked, map[trace.G]trace.StackID{}
}

// InTests leaves out the calls of hooked methods outside of tests. Package testing makes these.
func (r *Reader) InTests() { r.inTests = true }

// OrderByLocks makes the order in which the run had critical sections of a lock order
// calls as well. It has to be said before the first Add.
func (r *Reader) OrderByLocks() { r.orderBy(lockgraph.Options{OrderOnly: true, LockOrder: true}) }

func (r *Reader) orderBy(opt lockgraph.Options) {
	r.order = lockgraph.NewBuilder(opt)
	r.order.OnMessage(func(m lockgraph.Message) { r.waits.message(r.stacks[m.To], m) })
}

// gone is told of a lock, channel or other object that no further event is about.
func (r *Reader) gone(id uint64) {
	r.order.Forget(id)
	r.waits.forget(id)
}

// Add takes in the next event.
func (r *Reader) Add(e trace.Event) {
	e = r.objects.Resolve(e)
	r.ids.read(e)
	r.rec.Events++
	switch e.Op {
	case trace.OpAt:
		if r.at != nil && e.Obj != 0 {
			r.at[e.G] = e.Stack()
		}
	case trace.OpCall:
		if c := r.call(e); c != nil {
			r.stacks[e.G] = append(r.stacks[e.G], c)
			r.running[c.Object]++
		}
	case trace.OpReturn, trace.OpUnwind:
		r.end(e)
	case trace.OpAcquire:
		if trace.Via(e.Arg) == trace.ViaTimer && e.G != 0 {
			r.rec.Timers[r.ids.of(e.G)] = true
		}
	case trace.OpLost:
		r.rec.Lost += e.Arg
	}
	r.waits.event(r.stacks[e.G], e)
	r.order.Add(e)
}

// end is the end of a call, which may be the last one on its object.
func (r *Reader) end(e trace.Event) {
	open := r.stacks[e.G]
	c, rest := end(r.t, open, e)
	if c == nil {
		return
	}
	r.pairs.end(c, r.rec)
	if r.stacks[e.G] = rest; len(rest) == 0 {
		delete(r.stacks, e.G)
	}
	if r.running[e.Obj]--; r.running[e.Obj] > 0 {
		return
	}
	delete(r.running, e.Obj)
	if r.known.over(e.Obj, e.Seq) {
		r.finish(e.Obj)
	}
}

// Recording returns the calls of the events that were added. The Reader is used up.
func (r *Reader) Recording() *Recording {
	rec := r.rec
	first := func(a, b uint64) int { return cmp.Compare(rec.objects[a][0].Seq, rec.objects[b][0].Seq) }
	rec.order = slices.SortedFunc(maps.Keys(rec.objects), first)
	for _, calls := range rec.objects {
		rec.Calls = append(rec.Calls, calls...)
	}
	slices.SortFunc(rec.Calls, func(a, b *Call) int { return cmp.Compare(a.Seq, b.Seq) })
	return rec
}

// call is OpCall.
func (r *Reader) call(e trace.Event) *Call {
	typ := r.rec.typeName(r.t.Texts[e.Arg])
	site, method := int(e.Aux), ""
	switch {
	case site != 0:
		method = r.methods(site)
	case r.hooked != nil:
		site, method = r.hooked(typ, r.at[e.G])
		delete(r.at, e.G)
	}
	if method == "" || r.inTests && e.Aux == 0 && r.ids.tests[e.G] == "" {
		return nil
	}
	c := &Call{Seq: e.Seq, G: e.G, Object: e.Obj, Type: typ, Site: site, Method: method, hooked: e.Aux == 0}
	r.pairs.begin(c)
	if len(r.rec.objects[c.Object]) > mine.MaxSequence && r.whole != nil && !r.whole(c.Type) {
		r.rec.dropped[c.Type]++
		return c
	}
	if r.rec.held >= r.maxHeld && r.rec.objects[c.Object] == nil {
		r.rec.Omitted[c.Type]++
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
	key := place{c.Object, c.Site, c.abs}
	r.counts[key]++
	c.count = r.counts[key]
	r.objects[c.Object] = append(r.objects[c.Object], c)
	r.held++
}

// end is the end of the innermost call of that object that runs in the goroutine. It
// returns the call, nil when there is none, and the others.
func end(t *trace.Trace, stack []*Call, e trace.Event) (*Call, []*Call) {
	for i, c := range slices.Backward(stack) {
		if c.Object != e.Obj || c.Site != int(e.Aux) && !(c.hooked && e.Aux == 0) {
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
		return c, slices.Delete(stack, i, i+1)
	}
	return nil, stack
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
	for o, calls := range r.objects {
		if calls[0].Type == typ {
			n += 1 + int(r.alike[o])
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
	case trace.OpExit:
		delete(ids.abs, e.G)
		delete(ids.tests, e.G)
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
