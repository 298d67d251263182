package rt

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
)

// A standIn is a runtime for the agent. It is in place before the agent's
// initialisation, as the real one is.
type standIn struct {
	edges   uint32
	handed  []uint64
	chans   []pauses.Chan
	request func(read bool, obj uintptr, stack uint64) (int, bool)
	alloc   func(base, size uintptr, abs [4]uint64)
	stats   func(buf []byte) int

	// the goroutine that asks
	abs  [4]uint64
	site uint64
	held []uint64
	more int // locks that it holds and that the agent has no room for
}

// Where the stand-in keeps its plan, and what is in it: goroutine 1 holds the
// lock taken at a and wants, at b, that of object 2; goroutine 2 holds the one
// taken at c and wants, at d for reading, a global variable.
const (
	planFile = "the plan"
	planText = pauses.Header + "use abs=2 context=1 yield=1\n" +
		"chan site=c1 recv=1\nchan site=c2 handed=1\n" +
		"edge g=1 lock=2 off=8 ctx=a,b\n" +
		"edge g=2 global=5000 read=1 ctx=c,d\n" +
		"handed at=1e,1f\n"
	textAt = 0x400000
)

var machine = boot()

func boot() *standIn {
	m := &standIn{}
	boundary.Runtime.Getenv = func(name string) string {
		if name == boundary.EnvPlan {
			return planFile
		}
		return ""
	}
	boundary.Runtime.ReadFile = func(name string, buf []byte) int {
		if name != planFile {
			return -1
		}
		return copy(buf, planText)
	}
	boundary.Runtime.Text = func() uintptr { return textAt }
	boundary.Runtime.SetEdges = func(n uint32) { m.edges = n }
	boundary.Runtime.HandedAt = func(site uint64) { m.handed = append(m.handed, site) }
	boundary.Runtime.SetChan = func(site uint64, receives, handed bool) {
		m.chans = append(m.chans, pauses.Chan{Site: site, Receives: receives, Handed: handed})
	}
	boundary.Runtime.Register = func(request func(read bool, obj uintptr, stack uint64) (int, bool), alloc func(base, size uintptr, abs [4]uint64), stats func(buf []byte) int) {
		m.request, m.alloc, m.stats = request, alloc, stats
	}
	boundary.Runtime.Self = func(stack uint64, sites []uint64) (uint64, [4]uint64, uint64, int) {
		return 7, m.abs, m.site, copy(sites, m.held) + m.more
	}
	return m
}

// ask requests a lock as the goroutine with the given abstraction.
func (m *standIn) ask(g, site uint64, read bool, obj uintptr, held ...uint64) (edge int, gate bool) {
	m.abs, m.site, m.held = [4]uint64{0, 99, g, 98}, site, held
	return m.request(read, obj, 0)
}

func TestInitialisation(t *testing.T) {
	if machine.edges != 2 || machine.request == nil || machine.alloc == nil || machine.stats == nil {
		t.Fatalf("the agent is not there: %d edges", machine.edges)
	}
	if !slices.Equal(machine.handed, []uint64{0x1e, 0x1f}) {
		t.Errorf("sites of hand-offs %x", machine.handed)
	}
	if want := []pauses.Chan{{Site: 0xc1, Receives: true}, {Site: 0xc2, Handed: true}}; !slices.Equal(machine.chans, want) {
		t.Errorf("channels that are locks: %+v, want %+v", machine.chans, want)
	}
	if the.base != textAt {
		t.Errorf("base %#x", the.base)
	}
}

func TestRequest(t *testing.T) {
	const one, two, other = 0x10000, 0x20000, 0x30000
	machine.alloc(one, 64, [4]uint64{0, 0, 1, 0})
	machine.alloc(two, 64, [4]uint64{0, 0, 2, 0})
	for _, c := range []struct {
		name string
		g    uint64
		site uint64
		read bool
		obj  uintptr
		held []uint64
		edge int
		gate bool
	}{
		{"the request of edge 1", 1, 0xb, false, two + 8, []uint64{0xa}, 1, false},
		{"another field of its object", 1, 0xb, false, two, []uint64{0xa}, 0, false},
		{"another object", 1, 0xb, false, one + 8, []uint64{0xa}, 0, false},
		{"an object nobody has seen", 1, 0xb, false, other + 8, []uint64{0xa}, 0, false},
		{"another goroutine", 2, 0xb, false, two + 8, []uint64{0xa}, 0, false},
		{"another context", 1, 0xb, false, two + 8, nil, 0, false},
		{"shared mode", 1, 0xb, true, two + 8, []uint64{0xa}, 0, false},
		{"the gate of edge 1", 1, 0xa, false, one + 8, nil, 1, true},
		{"the gate of edge 2", 2, 0xc, false, other, nil, 2, true},
		{"the request of edge 2", 2, 0xd, true, textAt + 0x5000, []uint64{0xc}, 2, false},
		{"another variable", 2, 0xd, true, textAt + 0x5008, []uint64{0xc}, 0, false},
	} {
		if edge, gate := machine.ask(c.g, c.site, c.read, c.obj, c.held...); edge != c.edge || gate != c.gate {
			t.Errorf("%s: edge %d, gate %t, want %d, %t", c.name, edge, gate, c.edge, c.gate)
		}
	}
}

// TestManyLocksHeld: a goroutine may hold more locks than a context has room for.
func TestManyLocksHeld(t *testing.T) {
	machine.more = pauses.MaxContext
	defer func() { machine.more = 0 }()
	if edge, _ := machine.ask(1, 0xb, false, 8, 0xa); edge != 0 {
		t.Errorf("edge %d", edge)
	}
}

// TestAddressReused: an object at the address of one that an edge names must
// not be taken for it.
func TestAddressReused(t *testing.T) {
	const at = 0x50000
	machine.alloc(at, 64, [4]uint64{0, 0, 2, 0})
	if got := the.Match(at); got != 1 {
		t.Fatalf("edges %b, want 1", got)
	}
	machine.alloc(at, 64, [4]uint64{0, 0, 77, 0})
	if got := the.Match(at); got != 0 {
		t.Errorf("edges %b after the address was reused", got)
	}
	machine.alloc(at, 64, [4]uint64{0, 0, 2, 0})
	if got := the.Match(at); got != 1 {
		t.Errorf("edges %b, want 1 again", got)
	}
}

// TestObjectOfTwoEdges: one object may be what several edges name.
func TestObjectOfTwoEdges(t *testing.T) {
	a := &agent{}
	if !pauses.Parse([]byte(pauses.Header+"use abs=1\nedge lock=5 ctx=a\nedge lock=6 ctx=a\nedge lock=5 ctx=b\n"), &a.plan) {
		t.Fatal("no plan")
	}
	a.alloc(0x1000, 16, [4]uint64{0, 5, 0, 0})
	if got := a.Match(0x1000); got != 0b101 {
		t.Errorf("edges %b, want 101", got)
	}
}

// TestFullTable: the agent runs inside lock requests, so that it must come to
// an end however many objects there are.
func TestFullTable(t *testing.T) {
	a := &agent{}
	for i := range uint64(2 << tableBits) {
		a.put(0x1000+i*16, 1)
	}
	if a.full.Load() == 0 {
		t.Error("nobody knows that the table is full")
	}
	if got := a.Match(8); got != 0 {
		t.Errorf("edges %b of an object that is not in the table", got)
	}
	buf := make([]byte, 1024)
	if got, want := string(buf[:a.stats(buf)]), "full objects=4000\n"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestStats(t *testing.T) {
	a := &agent{}
	a.plan.N = 2
	a.reached[0].Store(0x1f)
	a.started[1].Store(2)
	a.threads[1].Store(1<<64 - 1)
	buf := make([]byte, 1024)
	const want = "edge reached=1f started=0 near=0\nedge reached=0 started=2 near=ffffffffffffffff\n"
	if got := string(buf[:a.stats(buf)]); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for size := range 300 { // it is called when the process dies, with what room is left
		text := string(buf[:a.stats(buf[:size:size])])
		if !strings.HasPrefix(want, text) {
			t.Errorf("%d bytes: %q", size, text)
		}
	}
}

// TestCounting: the counts are what "not reached" is explained by.
func TestCounting(t *testing.T) {
	before := [3]uint64{the.reached[1].Load(), the.started[1].Load(), the.threads[1].Load()}
	machine.ask(2, 0xc, false, 0x9000)                      // at the gate
	machine.ask(2, 0xd, true, textAt+0x5000, 0xc)           // at the breakpoint
	machine.ask(2, 0xd, true, textAt+0x6000, 0xc)           // there, with another lock
	machine.ask(3, 0xd, true, textAt+0x5000, 0xc)           // somebody else
	machine.ask(2, 0xd, true, textAt+0x5000, 0xc, 0xc, 0xc) // in another context
	after := [3]uint64{the.reached[1].Load(), the.started[1].Load(), the.threads[1].Load()}
	for i, want := range [3]uint64{1, 1, 2} {
		if got := after[i] - before[i]; got != want {
			t.Errorf("%s counted %d times, want %d", [3]string{"the breakpoint", "the gate", "the place"}[i], got, want)
		}
	}
}

// TestRequestDoesNotAllocate: the allocator calls the agent.
func TestRequestDoesNotAllocate(t *testing.T) {
	machine.held = []uint64{0xa}
	n := testing.AllocsPerRun(100, func() {
		machine.request(false, 0x20008, 0)
		machine.alloc(0x60000, 64, [4]uint64{0, 0, 3, 0})
	})
	if n > 1 { // the stand-in's own copy of the sites escapes through its function value
		t.Errorf("%v allocations", n)
	}
}
