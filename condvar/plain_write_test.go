package condvar

import (
	"slices"
	"strconv"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// told is a write of g that a memory event told of, with or without its stack.
func told(g trace.G, value uint64) []trace.Event {
	return []trace.Event{ev(g, trace.OpAt, 0), with(ev(g, trace.OpWrote, flag), 0, value)}
}

// unseen is a recording in which the flag changed before g2 looked: what g3 did, and
// what was recorded right after the look.
func unseen(g3s, behind []trace.Event) []trace.Event {
	list := slices.Concat([]trace.Event{with(ev(g3, trace.OpSet, flag), 3, 0)}, g3s)
	list = append(list, ev(g3, trace.OpSignal, cond), ev(g3, trace.OpExit, 0), ev(g2, trace.OpLock, mu))
	list = append(list, look(g2, 1)[:4]...)
	return append(append(append(list, behind...), with(ev(g2, trace.OpGuardEnd, 0), 2, 0)), ev(g2, trace.OpUnlock, mu), ev(g2, trace.OpExit, 0))
}

// TestMemoryEvents: a write that a memory event tells of is one of the program, and
// the condition can be trusted; without the event it is taken as it happened.
func TestMemoryEvents(t *testing.T) {
	for _, seen := range []bool{true, false} {
		var write []trace.Event
		if seen {
			write = told(g3, 1)
		}
		tr := recording(slices.Concat([]trace.Event{ev(g1, trace.OpGo, g2), ev(g1, trace.OpGo, g3)}, unseen(write, nil))...)
		_, found := kinds(t, tr, guardTable())
		if missed := slices.Contains(found, MissedSignal); missed != seen {
			t.Errorf("told of the write: %v; found %v", seen, found)
		}
	}
}

// TestMemoryEventsAreCounted: by the sites of the conditions.
func TestMemoryEventsAreCounted(t *testing.T) {
	for _, seen := range []bool{true, false} {
		var write []trace.Event
		if seen {
			write = told(g3, 1)
		}
		var stats Stats
		for _, p := range programs(guardTable(), unseen(write, nil)...) {
			stats = p.Stats
		}
		if stats.FromMemory[2] != seen || stats.Unreliabilities[2].Has(UnseenWrite) == seen || len(stats.FromMemory)+len(stats.Unreliabilities) != 1 {
			t.Errorf("told of the write: %v; told %v, doubts %v", seen, stats.FromMemory, stats.Unreliabilities)
		}
	}
}

// TestWrittenBefore: a write from before anybody knew of the variable is put where its
// goroutine made it. Of memory that was another object's then nothing is said.
func TestWrittenBefore(t *testing.T) {
	for _, c := range []struct {
		name   string
		writer trace.G
		missed bool
	}{
		{"by another goroutine", g3, true},
		{"by one that was never seen", 77, false},
		{"by the one that looks", g2, false},
	} {
		first := with(ev(g2, trace.OpWrote, flag), 0, 1)
		first.Flag = trace.FlagFirst
		behind := []trace.Event{with(ev(g2, trace.OpWriter, uint64(c.writer)), 0, 2), first}
		events := unseen(nil, behind)[1:] // no site was seen to write it
		tr := recording(slices.Concat([]trace.Event{ev(g1, trace.OpGo, g2), ev(g1, trace.OpGo, g3)}, events)...)
		if _, found := kinds(t, tr, guardTable()); slices.Contains(found, MissedSignal) != c.missed {
			t.Errorf("%s: found %v", c.name, found)
		}
	}
}

// TestInsertAt: a statement goes after the last one that is not later, inside of
// what a condition guards if something there is later.
func TestInsertAt(t *testing.T) {
	at := func(seq uint64, then ...*Stmt) *Stmt { return &Stmt{Source: Source{Seq: seq}, Then: then} }
	for seq, want := range map[uint64][]uint64{
		0: {0, 1, 2, 3, 5, 7}, 1: {1, 1, 2, 3, 5, 7}, 4: {1, 2, 3, 4, 5, 7}, 5: {1, 2, 3, 5, 5, 7}, 9: {1, 2, 3, 5, 7, 9},
	} {
		list := []*Stmt{at(1), at(2, at(3), at(5)), at(7)}
		insertAt(&list, at(seq))
		var got []uint64
		walk(list, func(s *Stmt) { got = append(got, s.Source.Seq) })
		if inside := len(list[min(1, len(list)-1)].Then) == 3; !slices.Equal(got, want) || inside != (seq == 4) {
			t.Errorf("%d: %v, want %v; inside: %v", seq, got, want, inside)
		}
	}
}

// TestToldGrowth: what grows is added, what is set is set; so is what grows from a
// value that nobody knows.
func TestToldGrowth(t *testing.T) {
	grown := func(value uint64) trace.Event {
		e := with(ev(g3, trace.OpWrote, flag), 0, value)
		e.Flag = trace.FlagRead
		return e
	}
	events := slices.Concat([]trace.Event{grown(1), grown(3), with(ev(g3, trace.OpWrote, flag), 0, 7), grown(6), ev(g2, trace.OpLock, mu)}, look(g2, 6), []trace.Event{ev(g2, trace.OpUnlock, mu)})
	var got []string
	for _, p := range programs(guardTable(), events...) {
		for _, th := range p.Threads {
			walk(th.Body, func(s *Stmt) {
				if s.writes() {
					got = append(got, s.Op.String()+" "+strconv.FormatInt(s.Arg, 10))
				}
			})
		}
	}
	if want := []string{"set 1", "inc 2", "set 7", "inc -1"}; !slices.Equal(got, want) {
		t.Errorf("the statements are %q, want %q", got, want)
	}
}
