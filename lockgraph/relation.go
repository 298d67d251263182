package lockgraph

import "github.com/deadlocklint/deadlocklint/internal/trace"

// Options are the limits and assumptions of a Relation and its analysis. The
// zero value works: a limit of 0 is the default of the constant beside it.
type Options struct {
	// Capacity returns how many goroutines can hold a lock at the same time;
	// nil or a result below 1 means 1. It is asked once per lock.
	Capacity func(lock uint64) int

	// MemoryRecorded says that OpRead was recorded for the program's plain
	// memory, so that a witness assumes less about it.
	MemoryRecorded bool

	// FoldAfter is how many occurrences of a dependency the recorder wrote
	// before it left out repeated ones; 0 is not known.
	FoldAfter int

	Instances int // kept per dependency: DefaultInstances
	MaxLength int // goroutines in the core of a cycle: DefaultMaxLength
	MaxCycles int // candidates: DefaultMaxCycles
	MaxSame   int // goroutines tried that did the same at the same place: DefaultMaxSame
	MaxSteps  int // chains looked at: DefaultMaxSteps
	MaxCauses int // remembered reasons of soft order: DefaultMaxCauses

	// OrderOnly says that the relation is not needed: only points and messages are (see
	// At, OnMessage). Then finished operations are dropped, and memory does not grow with
	// the trace, as far as Forget is called for dead objects.
	OrderOnly bool

	// LockOrder makes critical sections of a lock that exclude each other part of the soft
	// order, as the run had them. The relation that is made so says nothing about
	// deadlocks: it is for OrderOnly.
	LockOrder bool

	faults faults // see there
}

// The limits that hold unless Options say otherwise.
const (
	DefaultInstances = 8
	DefaultMaxLength = 6
	DefaultMaxCycles = 10_000
	DefaultMaxSame   = 16
	DefaultMaxSteps  = 5_000_000
	DefaultMaxCauses = 1 << 20
)

// faults switches parts of the analysis off. Only tests do, to see that the
// oracles they compare with notice.
type faults struct {
	noSections bool // closure rule (b)
	noModes    bool // closure rule (b) takes shared for exclusive
	noReads    bool // soft order
}

func (o Options) withDefaults() Options {
	for _, f := range []struct {
		field *int
		value int
	}{
		{&o.Instances, DefaultInstances}, {&o.MaxLength, DefaultMaxLength},
		{&o.MaxCycles, DefaultMaxCycles}, {&o.MaxSame, DefaultMaxSame},
		{&o.MaxSteps, DefaultMaxSteps}, {&o.MaxCauses, DefaultMaxCauses},
	} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	return o
}

// A Relation has the locks of one run: its lock dependency relation (Definition 2), its
// critical sections and its order. It is immutable, but Analyze fills a cache: one
// goroutine at a time.
type Relation struct {
	Stats Stats

	opt      Options
	deps     []*Dependency
	locks    []*lock
	ids      []trace.G      // by slot
	sections arena[section] // in the order of their acquires
	handed   []trace.StackID
	causes   causes
	index    *sectionIndex // made by the first Analyze that needs it
	cut      bool          // see Builder.Cut
}

// Stats counts what went into a relation.
type Stats struct {
	Events       uint64
	Goroutines   int
	Locks        int
	Sections     int    // critical sections
	Dependencies int    // distinct ones, see Dependency
	Unnested     uint64 // acquires while holding nothing: not kept, except exclusive ones of an RWMutex
	HandOffs     uint64 // locks released by a goroutine that did not hold them
	Strays       uint64 // unlocks of a lock that no goroutine was known to hold
	Stolen       uint64 // locks acquired while another goroutine was still known to hold them
	Lost         uint64 // events that the recorder could not record
	Repeats      uint64 // events that the recorder left out because they repeated others
	Unpaired     uint64 // channel operations and reads of memory whose other side was not recorded
	Unseen       uint64 // uses of mechanisms that are not modelled
}

// Dependencies returns the lock dependency relation, in order of appearance.
func (r *Relation) Dependencies() []*Dependency { return r.deps }

// A Builder makes a Relation from events. Memory is about 60 bytes per critical section
// plus the dependencies. Time per event is constant up to the size of the held set, and
// to the difference of two clocks.
type Builder struct {
	rel        *Relation
	running    map[trace.G]*goroutine
	last       *goroutine // the one of the last event, a cache
	byID       map[uint64]*lock
	byHash     map[uint64]*Dependency
	groups     map[uint64]*group // WaitGroups
	pools      map[uint64]*pool  // conds, onces, keys
	channels   map[uint64]*channel
	capacities map[uint64]int32 // of channels that were made
	handovers  map[handover][]message
	ended      obituary
	locks      arena[lock] // those of byID
	told       func(Message)
	memo       *memo
}

// NewBuilder returns a builder of an empty relation.
func NewBuilder(opt Options) *Builder {
	return &Builder{
		rel:        &Relation{opt: opt.withDefaults()},
		running:    map[trace.G]*goroutine{},
		byID:       map[uint64]*lock{},
		byHash:     map[uint64]*Dependency{},
		groups:     map[uint64]*group{},
		pools:      map[uint64]*pool{},
		channels:   map[uint64]*channel{},
		capacities: map[uint64]int32{},
		handovers:  map[handover][]message{},
	}
}

// A goroutine is the state of one goroutine between two events.
type goroutine struct {
	id        trace.G
	slot      slot
	past      order  // the events before its next event; its own events are not entered
	since     uint64 // Seq of the event at which past last changed
	last      uint64 // Seq of its last event
	hardSince uint64 // the same as since for past.hard
	pasts     []past // earlier values of past, see memory.go
	begun     trace.Event
	held      []held
	room      [2]held     // for held, while that is enough
	wants     trace.Event // the request of a lock that was not granted yet, if any
}

// A held lock, oldest first in goroutine.held.
type held struct {
	lock    *lock
	mode    Mode
	count   int // shared re-acquires, or slots of a lock with a capacity
	stack   trace.StackID
	section *section
	past    clock // soft, of the acquire
	since   uint64
	share   *share // of a lock that several can hold
}

// Add reads one event. Events come in ascending order of Seq. Operations that
// say nothing about locks or order are ignored.
func (b *Builder) Add(e trace.Event) {
	b.rel.Stats.Events++
	g := b.goroutine(e.G)
	switch e.Op {
	case trace.OpLock, trace.OpRLock:
		b.acquire(g, e)
	case trace.OpUnlock, trace.OpRUnlock:
		b.release(g, e)
	case trace.OpRequest, trace.OpRRequest:
		g.wants = e
	case trace.OpTryFail:
		b.tryFail(g, e)
	case trace.OpLost:
		b.rel.Stats.Lost += e.Arg
	case trace.OpFolded:
		b.rel.Stats.Repeats += e.Arg
	case trace.OpUnseen:
		b.rel.Stats.Unseen++
	default:
		b.order(g, e)
	}
	g.last = e.Seq
	if g.since >= e.Seq {
		g.note()
	}
}

// goroutine returns the state of g, which begins when it is first mentioned.
func (b *Builder) goroutine(id trace.G) *goroutine {
	if b.last != nil && b.last.id == id {
		return b.last
	}
	g := b.running[id]
	if g == nil {
		g = &goroutine{id: id, slot: slot(len(b.rel.ids))}
		g.held = g.room[:0]
		b.rel.ids = append(b.rel.ids, id)
		if len(b.rel.ids) == memoFrom {
			b.memo = new(memo)
		}
		b.running[id] = g
	}
	b.last = g
	return g
}

// lock returns the lock with that instance id.
func (b *Builder) lock(id uint64, by slot) *lock {
	l := b.byID[id]
	if l == nil {
		l = b.newLock(lock{id: id, index: uint32(len(b.rel.locks)), capacity: 1, first: by})
		if b.rel.opt.Capacity != nil {
			l.capacity = max(1, b.rel.opt.Capacity(id))
		}
		b.byID[id] = l
	}
	return l
}

func (b *Builder) newLock(l lock) *lock {
	if b.rel.opt.OrderOnly {
		return &l
	}
	kept := b.locks.add(l)
	b.rel.locks = append(b.rel.locks, kept)
	return kept
}

// Cut says that the rest of the run will not be read. A goroutine may still get the
// lock that it waits for now.
func (b *Builder) Cut() {
	b.rel.cut = true
	for _, g := range b.running {
		g.wants = trace.Event{}
	}
}

// Finish ends the run and returns its relation. Goroutines that still wait for
// a lock give a dependency like those that got it. The builder is used up.
func (b *Builder) Finish() *Relation {
	r := b.rel
	for _, id := range r.ids {
		if g := b.running[id]; g != nil && g.wants.Op != trace.OpNone {
			b.pending(g)
		}
	}
	r.Stats.Goroutines = len(r.ids)
	r.Stats.Locks = len(r.locks)
	r.Stats.Dependencies = len(r.deps)
	r.Stats.Sections = r.sections.len()
	*b = Builder{}
	return r
}
