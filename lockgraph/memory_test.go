package lockgraph

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// What the recorder sees and does not write down: the oracle knows it.
const (
	ghostWrite = trace.Op(250) // Obj is the variable
	ghostRead  = trace.Op(251)
)

// A memory is what the recorder knows of the variables.
type memory struct {
	last  map[uint64]write
	known map[[2]trace.G]uint64 // reader, writer: the stamp up to which the trace tells it
}

type write struct {
	by    trace.G
	stamp uint64
}

// access reads or writes a variable, or both at once as an atomic addition
// does, in the way the recorder does: a write is only remembered, and a read
// becomes an event when it tells something new about another goroutine.
func (g *generator) access(t int) {
	if g.memory.last == nil {
		g.memory = memory{map[uint64]write{}, map[[2]trace.G]uint64{}}
	}
	id, v := trace.G(t+1), uint64(g.IntN(3))
	kind := g.IntN(5)
	if kind != 0 && kind != 1 { // not only a write
		g.full = append(g.full, trace.Event{G: id, Op: ghostRead, Obj: v})
		g.read(id, v)
	}
	if kind < 3 {
		g.full = append(g.full, trace.Event{G: id, Op: ghostWrite, Obj: v})
		g.memory.last[v] = write{id, uint64(len(g.events))}
	}
}

func (g *generator) read(id trace.G, v uint64) {
	w := g.memory.last[v]
	pair := [2]trace.G{id, w.by}
	if known, ok := g.memory.known[pair]; w.by == 0 || w.by == id || ok && known >= w.stamp {
		return
	}
	g.memory.known[pair] = w.stamp
	op := trace.OpRead
	if v == 0 {
		op = trace.OpLoad
	}
	all := g.full
	g.add(trace.Event{G: id, Op: op, Obj: uint64(w.by), Arg: w.stamp})
	g.full = all // it is the ghost that the oracle knows
}

// lastWrite is the write that a read of v before event i sees, or -1.
func (o *oracle) lastWrite(i int, v uint64) int {
	for j := i - 1; j >= 0; j-- {
		if o.events[j].Op == ghostWrite && o.events[j].Obj == v {
			return j
		}
	}
	return -1
}

func TestMemoryOrders(t *testing.T) {
	const start, flag = "1 go 2; 1 go 3; ", "3 load 2 6;"
	check(t, parse(start+ab+flag+ba).analyze(Options{}),
		"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by an atomic variable")
	// What 2 wrote before it took the locks.
	check(t, parse(start+ab+"3 read 2 2;"+ba).analyze(Options{}),
		"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock")
	// What 2 wrote before, although it has learned more since.
	check(t, parse("1 go 2; 1 go 3; 4 release k; "+ab+"2 acquire k; 3 read 2 3;"+ba).analyze(Options{}),
		"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock")
	// A goroutine that ended.
	check(t, parse(start+ab+"2 exit; 3 read 2 7;"+ba).analyze(Options{}),
		"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by memory that one wrote and the other read")
	// Somebody nobody has heard of.
	if s := parse("1 read 9 0").relation(Options{}).Stats; s.Unpaired != 1 {
		t.Errorf("%d unpaired", s.Unpaired)
	}
}

// A goroutine that learned more often than is kept: what it knew stays ordered.
func TestPastsAreThinned(t *testing.T) {
	g := &goroutine{slot: 1}
	for i := range uint64(10 * maxPasts) {
		g.since = 10 * (i + 1)
		g.past.soft = g.past.soft.with(2, g.since)
		g.note()
	}
	if len(g.pasts) > maxPasts {
		t.Errorf("%d are kept", len(g.pasts))
	}
	for seq := uint64(10); seq < 100*maxPasts; seq += 7 {
		m := g.before(seq)
		if known := m.past.soft.get(2); known < seq/10*10 || m.seq != seq || m.since != known {
			t.Fatalf("at %d: since %d, known %d", seq, m.since, known)
		}
	}
}
