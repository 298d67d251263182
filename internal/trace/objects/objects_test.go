package objects

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

const header = `deadlocklint trace 1
type 0x1 size=16 p.T
field 0x1 offset=8 kind=mutex p.T|.mu|sync.Mutex
type 0x2 size=8 sync.Mutex
field 0x2 offset=0 kind=mutex sync.Mutex
type 0x3 size=24 p.Pair
field 0x3 offset=0 kind=rwmutex p.Pair|.rw|sync.RWMutex
field 0x3 offset=0 kind=once p.Pair|.once|~sync.Once
`

func resolve(t *testing.T, lines string) *Objects {
	t.Helper()
	tr, err := wire.ReadText(strings.NewReader(header + lines))
	if err == nil {
		err = tr.Damage
	}
	if err != nil {
		t.Fatal(err)
	}
	return New(tr)
}

// checkObjs compares the rewritten Obj of the events with want.
func checkObjs(t *testing.T, o *Objects, want ...uint64) {
	t.Helper()
	var got []uint64
	for _, e := range o.Events {
		got = append(got, e.Obj)
	}
	if len(got) != len(want) {
		t.Fatalf("objects %#x, want %#x", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("objects %#x, want %#x", got, want)
			return
		}
	}
}

func TestAddressOutsideAllocationsIsOneInstance(t *testing.T) {
	o := resolve(t, `
1 g1 lock 0x100
2 g1 lock 0x200
3 g1 unlock 0x100
4 g2 go g5
5 g2 acquire 0x100
6 g2 send
`)
	checkObjs(t, o, 1, 2, 1, 5, 0x100, 0)
	if in := *o.Instance(2); in != (Instance{ID: 2, Addr: 0x200, Kind: trace.KindMutex, FirstSeq: 2, Alloc: NoAlloc}) {
		t.Errorf("instance %+v", in)
	}
}

func TestInstanceKnowsItsPlaceInTheAllocation(t *testing.T) {
	o := resolve(t, `
1 g1 alloc 0x100
2 g1 alloctype 0x10 type=0x1
3 g1 lock 0x108
4 g1 lock 0x100
5 g1 lock 0x110
`)
	checkObjs(t, o, 0x100, 0x10, 1, 2, 3)
	in := o.Instance(1)
	if in.Alloc != 0 || in.Offset != 8 || in.Type.Name != "p.T" || in.Path != "p.T|.mu|sync.Mutex" || in.Class() != "p.T.mu" {
		t.Errorf("instance %+v", in)
	}
	if in := o.Instance(2); in.Alloc != 0 || in.Path != "" {
		t.Errorf("where the type has no lock: %+v", in)
	}
	if in := o.Instance(3); in.Alloc != NoAlloc {
		t.Errorf("behind the end: %+v", in)
	}
}

func TestElementsOfArraysAndSlices(t *testing.T) {
	o := resolve(t, `
1 g1 alloc 0x100
2 g1 alloctype 0x30 type=0x1
3 g1 lock 0x118
4 g1 alloc 0x200
5 g1 alloctype 0x18 type=0x2
6 g1 lock 0x210
`)
	if in := o.Instance(1); in.Path != "|[]|p.T|.mu|sync.Mutex" || in.Class() != "p.T.mu" || in.Offset != 0x18 {
		t.Errorf("slice of structs: %+v", in)
	}
	in := o.Instance(2)
	if in.Path != "|[]|sync.Mutex" || in.Class() != "" || trace.VarClass("p.F.mus", in.Path) != "p.F.mus[]" {
		t.Errorf("slice of locks: %+v", in)
	}
}

func TestReusedAddressIsANewInstance(t *testing.T) {
	o := resolve(t, `
1 g1 lock 0x108
2 g1 alloc 0x100
3 g1 alloctype 0x10 type=0x1
4 g1 lock 0x108
5 g1 alloc 0x100
6 g1 alloctype 0x10 type=0x1
7 g1 lock 0x108
8 g1 unlock 0x108
`)
	checkObjs(t, o, 1, 0x100, 0x10, 2, 0x100, 0x10, 3, 3)
}

func TestOverlappedAllocationDies(t *testing.T) {
	o := resolve(t, `
1 g1 alloc 0x100
2 g1 alloctype 0x30 type=0x1
3 g1 lock 0x108
4 g1 lock 0x128
5 g1 alloc 0x110
6 g1 alloctype 0x10 type=0x1
7 g1 lock 0x108
8 g1 lock 0x118
9 g1 lock 0x128
`)
	checkObjs(t, o, 0x100, 0x30, 1, 2, 0x110, 0x10, 3, 4, 5)
	for id, alloc := range map[uint64]int{1: 0, 2: 0, 3: NoAlloc, 4: 4, 5: NoAlloc} {
		if in := o.Instance(id); in.Alloc != alloc {
			t.Errorf("instance %d is in allocation %d, want %d", id, in.Alloc, alloc)
		}
	}
}

// Goroutines allocate at the same time; each type belongs to its own alloc.
func TestInterleavedAllocations(t *testing.T) {
	o := resolve(t, `
1 g1 alloc 0x100
2 g2 alloc 0x200
3 g1 alloctype 0x10 type=0x1
4 g2 alloctype 0x8 type=0x2
5 g3 alloctype 0x8 type=0x2
6 g1 lock 0x108
7 g1 lock 0x200
`)
	if a, b := o.Instance(1), o.Instance(2); a.Alloc != 0 || b.Alloc != 1 || b.Path != "sync.Mutex" {
		t.Errorf("instances %+v, %+v", a, b)
	}
}

func TestKindsShareAnAddress(t *testing.T) {
	o := resolve(t, `
1 g1 alloc 0x100
2 g1 alloctype 0x18 type=0x3
3 g1 request 0x100
4 g1 oncedone 0x100
5 g1 rlock 0x100
6 g1 wgadd 0x100
`)
	checkObjs(t, o, 0x100, 0x18, 1, 2, 1, 3)
	if in := o.Instance(1); in.Kind != trace.KindRWMutex || in.Class() != "p.Pair.rw" {
		t.Errorf("lock: %+v", in)
	}
	if in := o.Instance(2); in.Kind != trace.KindOnce || in.Class() != "p.Pair.once" {
		t.Errorf("once: %+v", in)
	}
}

func TestChannelsBeginAtMakeChan(t *testing.T) {
	o := resolve(t, `
1 g1 makechan 0x100
2 g1 send 0x100
3 g1 makechan 0x100
4 g1 close 0x100
`)
	checkObjs(t, o, 1, 1, 2, 2)
	if a, b := o.Instance(1), o.Instance(2); a.Alloc != 0 || b.Alloc != 2 || b.Kind != trace.KindChan {
		t.Errorf("instances %+v, %+v", a, b)
	}
}

func TestAllocationAtTheEndOfTheAddressSpace(t *testing.T) {
	o := resolve(t, `
1 g1 alloc 0xfffffffffffffff0
2 g1 alloctype 0xffffffffffffffff type=0x1
3 g1 lock 0xfffffffffffffff8
`)
	if in := o.Instance(1); in.Alloc != 0 || in.Offset != 8 {
		t.Errorf("instance %+v", in)
	}
}

// TestAgreesWithSearchingBackwards compares with the definition: an address
// belongs to the newest allocation that covers it, unless a newer one overlaps
// that; an instance begins where its allocation does.
func TestAgreesWithSearchingBackwards(t *testing.T) {
	for seed := range uint64(300) {
		events := randomEvents(rand.New(rand.NewPCG(seed, 5)))
		o := New(&trace.Trace{Events: events})
		for i, e := range events {
			if e.Op != trace.OpLock {
				continue
			}
			if got, want := o.Instance(o.Events[i].Obj).Alloc, covering(events[:i], e.Obj); got != want {
				t.Fatalf("seed %d: event %d at %#x is in allocation %d, want %d", seed, i, e.Obj, got, want)
			}
		}
	}
}

func randomEvents(rng *rand.Rand) (events []trace.Event) {
	for range 200 {
		addr := 0x1000 + 8*rng.Uint64N(32)
		if rng.IntN(3) == 0 {
			events = append(events, trace.Event{G: 1, Op: trace.OpAlloc, Obj: addr},
				trace.Event{G: 1, Op: trace.OpAllocType, Obj: 8 * (1 + rng.Uint64N(6))})
		} else {
			events = append(events, trace.Event{G: 1, Op: trace.OpLock, Obj: addr})
		}
	}
	return events
}

func covering(events []trace.Event, addr uint64) int {
	type interval struct {
		index     int
		base, end uint64
	}
	var newer []interval
	for i := len(events) - 2; i >= 0; i-- {
		if events[i].Op != trace.OpAlloc {
			continue
		}
		a := interval{i, events[i].Obj, events[i].Obj + events[i+1].Obj}
		dead := false
		for _, n := range newer {
			dead = dead || n.base < a.end && a.base < n.end
		}
		if addr >= a.base && addr < a.end {
			if dead {
				return NoAlloc
			}
			return i
		}
		newer = append(newer, a)
	}
	return NoAlloc
}

// TestStream resolves one by one what New does at once, and is told which instances
// are gone: nothing is about them any more.
func TestStream(t *testing.T) {
	some := 0
	for seed := range uint64(100) {
		tr := &trace.Trace{Events: randomEvents(rand.New(rand.NewPCG(seed, 7)))}
		var known Addresses
		for _, e := range tr.Events {
			known.Note(e)
		}
		gone := map[uint64]bool{}
		s := NewStream(tr, &known, func(id uint64) { gone[id] = true })
		for i, want := range New(tr).Events {
			got := s.Resolve(tr.Events[i])
			if got != want {
				t.Fatalf("event %d is %v, want %v", i, got, want)
			}
			if got.Obj != 0 && families[got.Op] != noFamily && gone[got.Obj] {
				t.Fatalf("event %d is about instance %d, which is gone", i, got.Obj)
			}
		}
		some += len(gone)
	}
	if some == 0 {
		t.Error("no instance is gone")
	}
}

func BenchmarkNew(b *testing.B) {
	var events []trace.Event
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range uint64(1 << 19) {
		addr := 0x1000 + 0x40*rng.Uint64N(5000)
		if i%64 == 0 {
			events = append(events, trace.Event{G: 1, Op: trace.OpAlloc, Obj: addr}, trace.Event{G: 1, Op: trace.OpAllocType, Obj: 0x40})
		}
		events = append(events, trace.Event{G: 1, Op: trace.OpLock, Obj: addr + 8})
	}
	t := &trace.Trace{Events: events}
	for b.Loop() {
		New(t)
	}
	b.ReportMetric(float64(b.N)*float64(len(events))/b.Elapsed().Seconds()/1e6, "Mevents/s")
}
