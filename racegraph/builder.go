package racegraph

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// Options are the limits of a prediction. The zero value works.
type Options struct {
	// Capacity returns how many goroutines can hold a lock at the same time; nil means 1.
	Capacity func(lock uint64) int

	Kept  int // occurrences kept of a place, goroutine and word: DefaultKept
	Pairs int // pairs of places that are looked at: DefaultPairs
	// InCall reports whether one call of a function may make the operations with these stacks,
	// in this order. When it is nil, no blocks are searched.
	InCall func(first, second trace.StackID) bool

	// SamePlace reports whether two stacks are of one place in the source.
	SamePlace func(a, b trace.StackID) bool

	// Unguarded asks for pairs without a common lock as well, which only values order.
	Unguarded bool

	Same int // pairs of goroutines and words whose reorderings are looked for at one pair of places: DefaultSame
}

// The limits that hold unless Options say otherwise.
const (
	DefaultKept  = 8
	DefaultPairs = 100_000
	DefaultSame  = 16
)

// A Limit names a bound that was reached: races are missing.
type Limit string

// The limits.
const (
	LimitKept  Limit = "Kept: of a repeated access some occurrences were not kept"
	LimitPairs Limit = "Pairs: more pairs of places access the same words than were looked at"
	LimitSame  Limit = "Same: more goroutines, or at more words, make accesses at the same two places than were reordered"
	LimitTime  Limit = "the search for races was ended: its time was used up, or it was interrupted"
	LimitLost  Limit = "events were lost: what orders accesses may be among them, and no race is told"
)

// A Place is an access as the source has it, with its calls.
type Place struct {
	Stack trace.StackID
	Read  bool
}

// Sync has the properties of an access that synchronises. Its zero value is an access
// of plain memory.
type Sync struct {
	Atomic bool // by sync/atomic, or of a sync.Map; with Chan: it asks for the length
	Update bool // it reads and writes
	Grow   bool // and adds to any value that it reads
	Chan   bool // a send, which reads whether the channel is closed, or close, which writes that; with Grow: of the life of a test
}

// IsLife reports whether the access is a use of a test, or its end, which writes.
func (s Sync) IsLife() bool { return s.Chan && s.Grow }

// An Access is an occurrence.
type Access struct {
	Place
	G     trace.G
	Word  uint64 // address of the word, or of the map
	Bytes uint8  // of the word, a bit each
	Map   bool
	Sync  Sync
	Seq   uint64 // after the event of G with that number, or a later one of another goroutine
}

// conflicts reports whether two accesses of one word can race.
func (a *Access) conflicts(b *Access) bool {
	return a.G != b.G && !(a.Read && b.Read) && a.Bytes&b.Bytes != 0 && a.mixes(b)
}

// mixes reports whether one of two accesses is not made to come together with the other. An
// operation on a map meets a plain access that reads: len reads the first word of the map.
func (a *Access) mixes(b *Access) bool {
	switch {
	case a.Sync.Chan || b.Sync.Chan:
		return a.Sync == b.Sync && !a.Sync.Atomic
	case a.Sync.Atomic && b.Sync.Atomic:
		return false
	case a.Map != b.Map:
		return !a.Sync.Atomic && !b.Sync.Atomic && (a.Map || a.Read) && (b.Map || b.Read)
	}
	return true
}

// A Builder reads the events of a run in their order. Memory is that of the lock graph,
// and some 100 bytes for each access that is kept. Time per event is that of the lock
// graph.
type Builder struct {
	opt     Options
	happens *lockgraph.Builder // critical sections order, reads of plain memory do not
	keeps   *lockgraph.Builder // the possible reorderings of the run
	loose   *lockgraph.Builder // the same when values that goroutines read do not matter
	blocks  blocks
	counts  counts
	kin     kin
	words   map[wordKey]*word
	order   []*word
	addrs   []wordKey               // of order
	by      map[trace.G]trace.Event // the last OpAccessor of a goroutine
	last    uint64                  // Seq of the event before
	lost    bool
	limits  []Limit
}

// NewBuilder returns a builder of no events.
func NewBuilder(opt Options) *Builder {
	if opt.Kept <= 0 {
		opt.Kept = DefaultKept
	}
	if opt.Pairs <= 0 {
		opt.Pairs = DefaultPairs
	}
	if opt.Same <= 0 {
		opt.Same = DefaultSame
	}
	return &Builder{
		opt:     opt,
		happens: lockgraph.NewBuilder(lockgraph.Options{OrderOnly: true, LockOrder: true, Capacity: opt.Capacity}),
		keeps:   lockgraph.NewBuilder(lockgraph.Options{MemoryRecorded: true, Capacity: opt.Capacity}),
		loose:   lockgraph.NewBuilder(lockgraph.Options{MemoryRecorded: true, Capacity: opt.Capacity}),
		blocks:  newBlocks(),
		counts:  newCounts(),
		kin:     newKin(),
		words:   map[wordKey]*word{},
		by:      map[trace.G]trace.Event{},
	}
}

// Add reads one event. Events come in ascending order of Seq, and an access comes after
// events that were added: Arg of an OpAccessor is the number of none.
func (b *Builder) Add(e trace.Event) {
	switch e.Op {
	case trace.OpAccessor:
		b.by[e.G] = e
		return
	case trace.OpAccess:
		b.access(e)
		return
	case trace.OpLost:
		b.lost = b.lost || e.Arg > 0
	}
	b.hold(&e)
	b.last = e.Seq
	if e.Op != trace.OpRead {
		b.happens.Add(e)
	}
	b.keeps.Add(e)
	if b.kinOf(&e); !isValue(&e) {
		b.loose.Add(e)
	}
}

// HandOver says that a goroutine gives its newest hold on a lock to another one.
func (b *Builder) HandOver(from, to trace.G, lock uint64) {
	b.happens.HandOver(from, to, lock)
	b.keeps.HandOver(from, to, lock)
	b.loose.HandOver(from, to, lock)
	b.blocks.handOver(from, to, lock, b.last)
}

// access enters an OpAccess.
func (b *Builder) access(e trace.Event) {
	by := b.by[e.G]
	if by.Op == trace.OpNone {
		b.lost = true // its goroutine is not known
		return
	}
	a := occurrence{
		Access: Access{
			Place: Place{e.Stack(), e.Has(trace.FlagRead)},
			G:     trace.G(by.Obj), Word: e.Obj, Bytes: uint8(e.Aux), Map: e.Has(trace.FlagFirst), Seq: by.Arg,
			Sync: Sync{e.Has(trace.FlagTry), e.Has(trace.FlagRW), e.Has(trace.FlagLast), e.Has(trace.FlagForeign)},
		},
	}
	if a.Sync.Chan && a.Sync.Atomic {
		b.blocks.asks = append(b.blocks.asks, ask{a.Word, Step{G: a.G, Op: trace.OpAccess, Read: true, Stack: a.Stack, Seq: a.Seq, spot: b.loose.PointAt(a.G, a.Seq)}})
		return
	}
	a.happens, a.keeps, a.loose = b.happens.PointAt(a.G, a.Seq), b.keeps.PointAt(a.G, a.Seq), b.loose.PointAt(a.G, a.Seq)
	key := wordKey{e.Obj, uint8(e.Aux >> 8)}
	w := b.words[key]
	if w == nil {
		w = &word{}
		b.words[key] = w
		b.order, b.addrs = append(b.order, w), append(b.addrs, key)
	}
	if !w.add(a, b.opt.Kept) {
		b.reach(LimitKept)
	}
}

func (b *Builder) reach(l Limit) {
	for _, known := range b.limits {
		if known == l {
			return
		}
	}
	b.limits = append(b.limits, l)
}
