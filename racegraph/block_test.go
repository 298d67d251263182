package racegraph

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// newBlockRun is a run in which stack 1 is before stack 2 in one call.
func newBlockRun() *run {
	in := func(a, b trace.StackID) bool { return a == 1 && b == 2 }
	same := func(a, b trace.StackID) bool { return a == b }
	return &run{b: NewBuilder(Options{InCall: in, SamePlace: same})}
}

// step adds an event as Operation and Add know it.
func (r *run) step(g trace.G, op trace.Op, obj, stack uint64) {
	r.seq += 2
	e := trace.Event{Seq: r.seq, G: g, Op: op, Obj: obj, Arg: stack}
	r.b.Operation(e)
	r.b.Add(e)
}

// section is a critical section of lock 7 that accesses word 64.
func (r *run) section(g trace.G, stack uint64, read bool) {
	r.step(g, trace.OpLock, 7, stack)
	r.access(g, 64, 1, read, stack+10)
	r.step(g, trace.OpUnlock, 7, 0)
}

// both starts goroutines 2 and 3.
func (r *run) both() {
	r.step(1, trace.OpGo, 2, 0)
	r.step(1, trace.OpGo, 3, 0)
}

func (r *run) blocks(t *testing.T, want int, foreign trace.StackID) {
	t.Helper()
	list := r.b.Finish(t.Context()).Blocks
	if len(list) != want {
		t.Fatalf("%d blocks, want %d: %+v", len(list), want, list)
	}
	for _, b := range list {
		if b.Begin.Stack != 1 || b.End.Stack != 2 || b.Foreign.Stack != foreign || b.Begin.G == b.Foreign.G {
			t.Errorf("%+v", b)
		}
	}
}

func TestBlockSections(t *testing.T) {
	r := newBlockRun()
	r.both()
	r.section(2, 1, true)
	r.section(2, 2, false)
	r.section(3, 5, false)
	r.blocks(t, 1, 5)
}

// TestBlockWritten: a block that begins with a write is broken by a write before its read,
// and by a read before its next write.
func TestBlockWritten(t *testing.T) {
	for name, c := range map[string]struct {
		endReads, foreignReads bool
		want                   int
	}{"write before a read": {true, false, 1}, "read before a write": {false, true, 1}, "two reads": {true, true, 0}, "writes alone": {false, false, 0}} {
		t.Run(name, func(t *testing.T) {
			r := newBlockRun()
			r.both()
			r.section(2, 1, false)
			r.section(2, 2, c.endReads)
			r.section(3, 5, c.foreignReads)
			r.blocks(t, c.want, 5)
		})
	}
}

// TestBlockSlots: two goroutines at once may be between acquire and release of a semaphore with
// two slots, so these are no sections.
func TestBlockSlots(t *testing.T) {
	r := newBlockRun()
	r.b.opt.Capacity = func(uint64) int { return 2 }
	r.both()
	r.section(2, 1, true)
	r.section(2, 2, false)
	r.section(3, 5, false)
	r.blocks(t, 0, 0)
}

// TestBlockTwin: a goroutine that begins the block may go on to its end.
func TestBlockTwin(t *testing.T) {
	r := newBlockRun()
	r.both()
	r.section(2, 1, true)
	r.section(2, 2, false)
	r.section(3, 1, true)
	r.blocks(t, 1, 2)
}

// TestBlockReads: a foreign section that writes nothing breaks no block.
func TestBlockReads(t *testing.T) {
	r := newBlockRun()
	r.both()
	r.section(2, 1, true)
	r.section(2, 2, false)
	r.section(3, 5, true)
	r.blocks(t, 0, 0)
}

// TestBlockGuarded: a lock around the block and the foreign section keeps it whole.
func TestBlockGuarded(t *testing.T) {
	r := newBlockRun()
	r.both()
	for g, stacks := range map[trace.G][]uint64{2: {1, 2}, 3: {5}} {
		r.step(g, trace.OpLock, 9, 6)
		for _, s := range stacks {
			r.section(g, s, s == 1)
		}
		r.step(g, trace.OpUnlock, 9, 0)
	}
	r.blocks(t, 0, 0)
}

// TestBlockOrdered: what comes after the goroutine of the block does not come in between.
func TestBlockOrdered(t *testing.T) {
	r := newBlockRun()
	r.step(1, trace.OpGo, 2, 0)
	r.section(2, 1, true)
	r.section(2, 2, false)
	r.step(2, trace.OpGo, 3, 0)
	r.section(3, 5, false)
	r.blocks(t, 0, 0)
}

// atomic is an operation on atomic variable 64.
func (r *run) atomic(g trace.G, stack uint64, flag uint8) {
	r.seq += 2
	r.b.Add(trace.Event{Seq: r.seq, G: g, Op: trace.OpAccessor, Obj: uint64(g), Arg: r.seq - 1})
	r.b.Add(trace.Event{Seq: r.seq, G: g, Op: trace.OpAccess, Obj: 64, Arg: stack, Aux: 1, Flag: trace.FlagTry | flag})
}

// TestBlockAtomic: a store and an addition end a block, an exchange knows what was there.
func TestBlockAtomic(t *testing.T) {
	for name, c := range map[string]struct {
		end  uint8
		want int
	}{"store": {0, 1}, "add": {trace.FlagRW | trace.FlagLast, 1}, "exchange": {trace.FlagRW, 0}} {
		t.Run(name, func(t *testing.T) {
			r := newBlockRun()
			r.both()
			r.atomic(2, 1, trace.FlagRead)
			r.atomic(2, 2, c.end)
			r.atomic(3, 5, 0)
			r.blocks(t, c.want, 5)
		})
	}
}

// TestBlockStored: a block begins with a store of an atomic variable.
func TestBlockStored(t *testing.T) {
	const loads, stores = trace.FlagRead, 0
	for name, c := range map[string]struct {
		end, foreign uint8
		want         int
	}{"store before a load": {loads, stores, 1}, "load before a store": {stores, loads, 1}, "two loads": {loads, loads, 0}} {
		t.Run(name, func(t *testing.T) {
			r := newBlockRun()
			r.both()
			r.atomic(2, 1, stores)
			r.atomic(2, 2, c.end)
			r.atomic(3, 5, c.foreign)
			r.blocks(t, c.want, 5)
		})
	}
}

// TestBlockUpdated: after an update a goroutine loads what another one may have written since.
// Another kind of operation after an update makes no block: the update has told what was there.
func TestBlockUpdated(t *testing.T) {
	const loads, stores, adds = trace.FlagRead, 0, trace.FlagRW | trace.FlagLast
	for name, c := range map[string]struct {
		end, foreign uint8
		want         int
	}{
		"an addition before the load": {loads, adds, 1}, "a store before the load": {loads, stores, 1},
		"loads alone": {loads, loads, 0}, "a load before a store": {stores, loads, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := newBlockRun()
			r.both()
			r.atomic(2, 1, adds)
			r.atomic(2, 2, c.end)
			r.atomic(3, 5, c.foreign)
			r.blocks(t, c.want, 5)
		})
	}
}

// TestBlockSwap: a swap notices one write in between, and not the second one of a goroutine, which may bring the
// loaded value back.
func TestBlockSwap(t *testing.T) {
	for name, c := range map[string]struct {
		second trace.G
		want   int
	}{"of one goroutine": {3, 1}, "of two goroutines": {4, 0}} {
		t.Run(name, func(t *testing.T) {
			r := newBlockRun()
			r.both()
			r.step(1, trace.OpGo, 4, 0)
			r.atomic(2, 1, trace.FlagRead)
			r.atomic(2, 2, trace.FlagRW)
			r.atomic(3, 5, trace.FlagRW)
			r.atomic(c.second, 6, trace.FlagRW)
			r.blocks(t, c.want, 6)
		})
	}
}

// TestBlockChannel: a try and then a receive, and another receive.
func TestBlockChannel(t *testing.T) {
	r := newBlockRun()
	r.both()
	r.seq += 2
	look := trace.Event{Seq: r.seq, G: 2, Op: trace.OpRecv, Obj: 8, Arg: 1, Flag: trace.FlagTry}
	r.b.Operation(look)
	r.b.Add(look)
	r.step(2, trace.OpRecv, 8, 2)
	r.step(3, trace.OpRecv, 8, 5)
	r.blocks(t, 1, 5)
}

// TestAccessesMix: which accesses of one word can race.
func TestAccessesMix(t *testing.T) {
	plain, load := Access{G: 1, Bytes: 1}, Access{G: 2, Bytes: 1, Sync: Sync{Atomic: true}}
	send, closes := Access{G: 1, Bytes: 1, Place: Place{Read: true}, Sync: Sync{Chan: true}}, Access{G: 2, Bytes: 1, Sync: Sync{Chan: true}}
	length, grows := Access{G: 1, Bytes: 1, Place: Place{Read: true}}, Access{G: 2, Bytes: 1, Map: true}
	other := load
	other.G = 1
	for name, c := range map[string]struct {
		a, b Access
		want bool
	}{
		"plain and atomic": {plain, load, true}, "two atomics": {other, load, false}, "send and close": {send, closes, true},
		"close and plain": {plain, closes, false}, "len and a write to the map": {length, grows, true}, "a plain write at a map": {plain, grows, false},
	} {
		if got := c.a.conflicts(&c.b); got != c.want || c.b.conflicts(&c.a) != got {
			t.Errorf("%s: %t", name, got)
		}
	}
}
