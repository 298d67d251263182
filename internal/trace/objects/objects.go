// Package objects tells apart the objects that had the same address.
//
// [New] walks the events of a trace in order, and follows which allocation covers an
// address. It gives every lock, condition variable, WaitGroup, Once and channel a dense
// number of its own, its instance. The result is a copy of the events in which Obj is
// that number, and a table of instances. The table has the allocation of each instance,
// its place in the allocation, and the path from which trace.ClassOf derives its class.
//
// The package guesses nothing. An address outside every recorded allocation (a global
// variable, a lost event) is one instance for as long as no allocation covers it. Such
// an instance has no type. The package does not follow whether a lock is held.
package objects

import (
	"context"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// NoAlloc is the Alloc of an instance outside every recorded allocation.
const NoAlloc = -1

// An Instance is one object from its allocation to the reuse of its address.
type Instance struct {
	ID       uint64      // 1, 2, ... in the order of first use
	Addr     uint64      // in the recorded process
	Kind     trace.Kind  // KindRWMutex as soon as one event says so
	FirstSeq uint64      // of the first event about it
	Alloc    int         // index of its OpAlloc in Events, or of a channel's OpMakeChan, or NoAlloc
	Offset   uint64      // from the base of the allocation
	Type     *trace.Type // of the allocation's elements, or nil
	Path     string      // inside the allocation, as trace.ClassOf reads it, or ""
}

// Class is the lock class, or "" when only the variable that holds the
// instance can tell: see trace.VarClass.
func (in Instance) Class() string {
	if in.Path == "" {
		return ""
	}
	return trace.ClassOf(in.Path)
}

// Objects is a trace by instances.
type Objects struct {
	// Events are the trace's; where the operation is about a lock, condition
	// variable, WaitGroup, Once or channel, Obj is the instance. An Obj of 0, a
	// nil channel, stays 0, and so does every other Obj: goroutines, keys,
	// addresses of allocations.
	Events []trace.Event

	Instances []Instance // Instances[i].ID is i+1
}

// Instance returns the instance with that number. It panics when there is none.
func (o *Objects) Instance(id uint64) *Instance {
	if id == 0 || id > uint64(len(o.Instances)) {
		panic(fmt.Sprintf("objects: no instance %d among %d", id, len(o.Instances)))
	}
	return &o.Instances[id-1]
}

// New resolves the objects of t, which it does not change.
func New(t *trace.Trace) *Objects {
	own := *t
	own.Events = slices.Clone(t.Events)
	return InPlace(&own)
}

// InPlace is New for a trace whose events are not needed in their earlier form. It changes
// these events into those of the result, and copies none of them.
func InPlace(t *trace.Trace) *Objects { return InPlaceContext(context.Background(), t) }

// lookEvery is how many events, of some 100 ns each, are between two looks
// whether the context has ended.
const lookEvery = 1 << 14

// InPlaceContext is InPlace until the context ends. Then the result has the events up
// to there, and the others of the trace are as they were.
func InPlaceContext(ctx context.Context, t *trace.Trace) *Objects {
	o := &Objects{Events: t.Events}
	var known Addresses
	for i, e := range t.Events {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return &Objects{}
		}
		known.Note(e)
	}
	r := newResolver(o, t, &known)
	for i := range o.Events {
		if i%lookEvery == 0 && ctx.Err() != nil {
			o.Events = o.Events[:i:i]
			break
		}
		r.event(i, &o.Events[i])
	}
	for i, a := range r.in {
		locate(&o.Instances[i], a)
	}
	return o
}

// An object is a place in memory that events name, seen as one sort of thing. Two sorts
// can share an address: a struct and its first field.
type object struct {
	addr   uint64
	family family
}

// A family is a set of kinds of which only one can be at an address.
type family uint8

const (
	noFamily family = iota
	locks
	conds
	waitGroups
	onces
	vars
	chans // the last one: forget goes up to here
)

// families has the sort of object that an operation's Obj names, by operation.
var families = func() (f [256]family) {
	for i := range f {
		f[i] = familyOf(trace.Op(i))
	}
	return f
}()

func familyOf(op trace.Op) family {
	switch op {
	case trace.OpRequest, trace.OpLock, trace.OpUnlock, trace.OpRRequest, trace.OpRLock, trace.OpRUnlock, trace.OpTryFail, trace.OpGuardLock:
		return locks
	}
	switch op.Info().Kind {
	case trace.KindCond:
		return conds
	case trace.KindWaitGroup:
		return waitGroups
	case trace.KindOnce:
		return onces
	case trace.KindChan:
		return chans
	case trace.KindVar:
		return vars
	}
	return noFamily
}

// IsInstance reports whether the Obj of a resolved event of that operation is an instance
// (unless it is 0). With other operations it stays what the recording has: a goroutine,
// a key, an address.
func IsInstance(op trace.Op) bool { return op == trace.OpLeft || families[op] != noFamily }

// kindOf is the kind of the event's object, as far as this event tells.
func kindOf(f family, e trace.Event) trace.Kind {
	switch {
	case f != locks:
		return e.Op.Info().Kind
	case e.Op.Info().Read || e.Flag&(trace.FlagRW|trace.FlagRead) != 0:
		return trace.KindRWMutex
	}
	return trace.KindMutex
}

// A resolver is the state of memory between two events.
type resolver struct {
	*Objects
	types map[uint64]*trace.Type
	heap  *heap
	ids   map[object]uint64 // the instance that is alive there
	in    []*allocation     // of each instance, or nil
	open  map[trace.G]begun // a goroutine's OpAlloc whose OpAllocType is to come
	gone  func(id uint64)   // told of instances that are dead, when no reader needs more of them
	count uint64            // of instances
}

// begun is an OpAlloc.
type begun struct {
	index int
	base  uint64
}

func newResolver(o *Objects, t *trace.Trace, known *Addresses) *resolver {
	return &resolver{Objects: o, types: t.Types, heap: newHeap(known), ids: map[object]uint64{}, open: map[trace.G]begun{}}
}

// event resolves the event with that index.
func (r *resolver) event(i int, e *trace.Event) {
	switch e.Op {
	case trace.OpAlloc:
		r.open[e.G] = begun{i, e.Obj}
		return
	case trace.OpAllocType:
		r.alloc(*e)
		return
	}
	as := *e
	if e.Op == trace.OpLeft {
		as.Op = waitedIn(*e)
	}
	f := families[as.Op]
	if f == noFamily || e.Obj == 0 {
		return
	}
	o := object{e.Obj, f}
	if e.Op == trace.OpMakeChan {
		r.drop(o)
	}
	e.Obj = r.instance(i, as, o)
}

// waitedIn is the operation in which the goroutine of an OpLeft is parked, or one on
// the same sort of object.
func waitedIn(e trace.Event) trace.Op {
	if _, op := e.Left(); op != trace.OpSelect {
		return op
	}
	return trace.OpRecv
}

func (r *resolver) alloc(e trace.Event) {
	at, ok := r.open[e.G]
	if !ok {
		return
	}
	delete(r.open, e.G)
	for _, addr := range r.heap.cover(allocation{index: at.index, base: at.base, size: e.Obj, typ: r.types[e.Arg]}) {
		r.forget(addr)
	}
}

func (r *resolver) forget(addr uint64) {
	for f := locks; f <= chans; f++ {
		r.drop(object{addr, f})
	}
}

func (r *resolver) drop(o object) {
	if id, ok := r.ids[o]; ok {
		delete(r.ids, o)
		if r.gone != nil {
			r.gone(id)
		}
	}
}

// instance returns the living instance of the object of e, event i, and makes it
// when this is the first event.
func (r *resolver) instance(i int, e trace.Event, o object) uint64 {
	id, known := r.ids[o]
	if !known {
		r.count++
		id = r.count
		r.ids[o] = id
	}
	if r.gone != nil {
		return id
	}
	kind := kindOf(o.family, e)
	if known {
		if kind == trace.KindRWMutex {
			r.Instances[id-1].Kind = kind
		}
		return id
	}
	in := Instance{ID: id, Addr: o.addr, Kind: kind, FirstSeq: e.Seq, Alloc: NoAlloc}
	var a *allocation
	if e.Op == trace.OpMakeChan {
		in.Alloc = i
	} else if o.family != chans {
		a = r.heap.at(o.addr)
	}
	r.Instances = append(r.Instances, in)
	r.in = append(r.in, a)
	return id
}

// locate fills in where the instance lies in a; its final kind must be known.
func locate(in *Instance, a *allocation) {
	if a == nil {
		return
	}
	in.Alloc, in.Offset, in.Type = a.index, in.Addr-a.base, a.typ
	if a.typ == nil {
		return
	}
	offset, elements := in.Offset, ""
	if isArray(a) {
		offset, elements = offset%a.typ.Size, form.Elements
	}
	if f := field(a.typ, offset, in.Kind); f != nil {
		in.Path = elements + f.Path
	}
}

// isArray reports whether the allocation is an array or slice. One of a single
// element cannot be told from a value.
func isArray(a *allocation) bool { return a.typ.Size > 0 && a.size/2 >= a.typ.Size }

// field is the lock at the offset: one of that kind, or, for a kind that the
// recorder does not tell apart, any.
func field(t *trace.Type, offset uint64, kind trace.Kind) *trace.LockField {
	var other *trace.LockField
	for i := range t.Locks {
		f := &t.Locks[i]
		if f.Offset != offset {
			continue
		}
		if f.Kind == kind {
			return f
		}
		if other == nil {
			other = f
		}
	}
	return other
}
