package racegraph

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A BlockKind is the kind of accesses in a block.
type BlockKind uint8

// The kinds of blocks.
const (
	BlockSections BlockKind = 1 + iota // two critical sections of one lock: the second may rest on a value that the first read
	BlockAtomic                        // a load, and a write that does not compare, of one atomic variable or sync.Map
	BlockChannel                       // a look at a channel, and an operation on it that waits
	BlockMixed                         // two operations with two objects, or a read of the condition of a Wait, and the Wait
)

// A Step is an operation of a block, or the foreign one. The goroutine stands before it
// at Seq. When a sibling makes the foreign step, Seq is that of the recorded one.
type Step struct {
	G     trace.G
	Op    trace.Op // of a lock or a channel; OpAccess of an atomic variable, or for len of a channel
	Read  bool     // it writes nothing
	Stack trace.StackID
	Seq   uint64
	spot  lockgraph.ProgramPoint
}

// A Block is two steps of one goroutine that may be meant to be atomic, and a foreign step.
// Another goroutine can make the foreign step in between. A goroutine at the first place of a block may go
// on to its second place, although it did not in the run. Then the second place is the foreign
// step.
type Block struct {
	Kind                BlockKind
	Object              uint64 // address of the lock, variable or channel
	Begin, End, Foreign Step
	Beside              *Step // BlockMixed: the foreign operation that conflicts with the begin, nil when Foreign itself does
}

// Limits of the search for blocks.
const (
	maxSections = 4096 // of a goroutine and lock, and operations of a goroutine and channel
	maxApart    = 4    // a block ends at most so many operations on its object after its begin
	maxBlocks   = 256
	maxForeign  = 64 // foreign steps that are tried for one block and place
)

// A section is a critical section.
type section struct {
	Step
	end           uint64 // Seq of the unlock, 0 while it lasts
	reads, writes map[wordKey]bool
}

// a useKey names what a goroutine does to one lock or channel.
type useKey struct {
	g   trace.G
	obj uint64
}

// blocks gathers what blocks are made of.
type blocks struct {
	sections map[useKey][]*section
	channels map[useKey][]Step
	conds    map[useKey][]Step // Wait, Signal and Broadcast
	keys     []useKey          // of both, in the order of their first operations
	asks     []ask
}

// An ask is a len of a channel.
type ask struct {
	channel uint64
	Step
}

func newBlocks() blocks {
	return blocks{sections: map[useKey][]*section{}, channels: map[useKey][]Step{}, conds: map[useKey][]Step{}}
}

// isValue reports whether an event orders goroutines only by a value that was read.
func isValue(e *trace.Event) bool {
	switch e.Op {
	case trace.OpRead, trace.OpLoad:
		return true
	case trace.OpAcquire, trace.OpRelease:
		via := trace.Via(e.Arg)
		return via == trace.ViaAtomic || via == trace.ViaSyncMap || via == trace.ViaPool
	}
	return false
}

// hold notes where critical sections begin and end, also those of a channel that is a lock.
func (b *Builder) hold(e *trace.Event) {
	key := useKey{e.G, e.Obj}
	switch e.Op {
	case trace.OpLock, trace.OpRLock:
		b.blocks.lock(key, &section{Step: b.step(*e)})
	case trace.OpUnlock, trace.OpRUnlock:
		b.blocks.unlock(key, e.Seq)
	}
}

// Operation tells of an event as it was recorded: a channel that is a lock is a channel here.
// It comes before Add of that event. Its Seq is that of Add.
func (b *Builder) Operation(e trace.Event) {
	if b.opt.InCall == nil {
		return
	}
	key := useKey{e.G, e.Obj}
	switch e.Op {
	case trace.OpWait, trace.OpSignal, trace.OpBroadcast:
		b.blocks.cond(key, b.step(e))
	case trace.OpAt:
		b.counts.at[e.G] = e.Stack()
	case trace.OpWGAdd, trace.OpWGWait:
		b.count(e)
	case trace.OpSend, trace.OpRecv, trace.OpClose:
		if list := b.blocks.channels[key]; len(list) < maxSections {
			if list == nil {
				b.blocks.keys = append(b.blocks.keys, key)
			}
			s := b.step(e)
			s.Read = e.Has(trace.FlagTry)
			b.blocks.channels[key] = append(list, s)
		}
	}
}

func (k *blocks) cond(key useKey, s Step) {
	list := k.conds[key]
	if len(list) >= maxSections {
		return
	}
	if list == nil {
		k.keys = append(k.keys, key)
	}
	k.conds[key] = append(list, s)
}

func (b *Builder) step(e trace.Event) Step {
	return Step{G: e.G, Op: e.Op, Stack: e.Stack(), Seq: e.Seq - 1, spot: b.loose.PointAt(e.G, e.Seq-1)}
}

func (k *blocks) lock(key useKey, s *section) {
	list := k.sections[key]
	if len(list) >= maxSections {
		return
	}
	if list == nil {
		k.keys = append(k.keys, key)
	}
	s.Read = s.Op == trace.OpRLock
	k.sections[key] = append(list, s)
}

func (k *blocks) unlock(key useKey, seq uint64) {
	if list := k.sections[key]; len(list) > 0 && list[len(list)-1].end == 0 {
		list[len(list)-1].end = seq
	}
}

// handOver lets the section of a lock go on in another goroutine.
func (k *blocks) handOver(from, to trace.G, lock, seq uint64) {
	list := k.sections[useKey{from, lock}]
	if len(list) == 0 || list[len(list)-1].end != 0 {
		return
	}
	step := list[len(list)-1].Step
	step.G, step.Seq = to, seq
	list[len(list)-1].end = seq
	k.lock(useKey{to, lock}, &section{Step: step})
}
