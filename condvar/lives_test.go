package condvar

import (
	"slices"
	"strconv"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

const ch, ch2 = 0x2000, 0x2100

// crossing is what a test of goroutine g does: it starts another one, which sends
// to it under a lock that the test takes before it receives.
func crossing(g trace.G, lock, ch uint64) []trace.Event {
	return []trace.Event{
		ev(1, trace.OpGo, uint64(g)), ev(g, trace.OpTest, 0), ev(g, trace.OpMakeChan, ch), ev(g, trace.OpGo, uint64(g)+1),
		ev(g, trace.OpLock, lock), ev(g, trace.OpUnlock, lock),
		ev(g+1, trace.OpLock, lock), ev(g+1, trace.OpSend, ch), ev(g, trace.OpRecv, ch),
		with(ev(g+1, trace.OpSent, ch), 0, uint64(g)), with(ev(g, trace.OpReceived, ch), 0, uint64(g)+1),
		ev(g+1, trace.OpUnlock, lock), ev(g+1, trace.OpExit, 0), ev(g, trace.OpTestEnd, 0), ev(g, trace.OpExit, 0),
	}
}

// kinds builds and checks the programs of a recording, and returns how many
// programs there are and what was found, sorted.
func kinds(t *testing.T, tr *trace.Trace, table *Table) (programs int, list []Kind) {
	t.Helper()
	ps := built(t, tr, table)
	for _, p := range ps {
		p.Reduce()
		for _, d := range p.Check(t.Context(), Options{}).Deadlocks {
			list = append(list, d.Kind)
		}
	}
	slices.Sort(list)
	return len(ps), list
}

// TestTestsShareALock: a lock of the whole program does not hold the programs of
// two tests together, whether one comes after the other or not.
func TestTestsShareALock(t *testing.T) {
	a, b := crossing(10, mu, ch), crossing(20, mu, ch2)
	mixed := slices.Concat(a[:6], b[:6], a[6:12], b[6:], a[12:])
	for name, events := range map[string][]trace.Event{"one after the other": slices.Concat(a, b), "both at a time": mixed} {
		n, found := kinds(t, recording(events...), nil)
		if n != 2 || !slices.Equal(found, []Kind{LockAcrossChannel, LockAcrossChannel}) {
			t.Errorf("%s: %d programs with %v, want 2 with a %s each", name, n, found, LockAcrossChannel)
		}
	}
}

// TestTestsShareAChannel: a channel that a test uses again, after another one
// did, is one channel for both; one that is left to the other is not, and is as
// full as it was left.
func TestTestsShareAChannel(t *testing.T) {
	put := func(g trace.G) []trace.Event { return []trace.Event{ev(g, trace.OpSend, ch), ev(g, trace.OpSent, ch)} }
	get := func(g trace.G) []trace.Event {
		return []trace.Event{ev(g, trace.OpRecv, ch), ev(g, trace.OpReceived, ch)}
	}
	begin := []trace.Event{
		ev(1, trace.OpGo, 10), ev(10, trace.OpTest, 0), with(ev(10, trace.OpMakeChan, ch), 2, 0),
		ev(1, trace.OpGo, 20), ev(20, trace.OpTest, 0),
	}
	over := []trace.Event{ev(10, trace.OpTestEnd, 0)}
	for _, c := range []struct {
		name     string
		then     []trace.Event
		programs int
		full     int
	}{
		{"left", slices.Concat(put(10), over, put(20), get(20), get(20)), 2, 1},
		{"used again", slices.Concat(put(10), over, put(20), get(20), get(10)), 1, 0},
		{"used while the other test runs", slices.Concat(put(10), put(20), get(20), get(20), over), 1, 0},
	} {
		tr := recording(slices.Concat(begin, c.then, []trace.Event{ev(10, trace.OpExit, 0), ev(20, trace.OpExit, 0)})...)
		ps := built(t, tr, nil)
		full := 0
		for _, p := range ps {
			full = max(full, p.Objects[0].Count)
			if r := p.Check(t.Context(), Options{}); len(r.Deadlocks) > 0 {
				t.Errorf("%s: %s", c.name, r.Deadlocks[0].Reason)
			}
		}
		if len(ps) != c.programs || full != c.full {
			t.Errorf("%s: %d programs, %d values in a channel at the begin; want %d and %d", c.name, len(ps), full, c.programs, c.full)
		}
	}
}

// TestVariableInReusedMemory: nobody hears that the memory of a variable is
// another object's in the next test; what the first one left there is no write
// that nobody saw.
func TestVariableInReusedMemory(t *testing.T) {
	missed := func(g trace.G) []trace.Event {
		list := []trace.Event{
			ev(1, trace.OpGo, uint64(g)), ev(g, trace.OpTest, 0), ev(g, trace.OpGo, uint64(g)+1),
			with(ev(g+1, trace.OpSet, flag), 3, 1), ev(g+1, trace.OpSignal, cond), ev(g+1, trace.OpExit, 0), ev(g, trace.OpLock, mu),
		}
		return slices.Concat(list, look(g, 1), []trace.Event{ev(g, trace.OpUnlock, mu), ev(g, trace.OpTestEnd, 0), ev(g, trace.OpExit, 0)})
	}
	first := missed(10)
	second := missed(20)
	fresh := with(ev(20, trace.OpGuardVar, flag), 0, 0) // is not what the first test left
	seen := slices.Concat(second[:3], look(20, 0)[:3], []trace.Event{fresh, look(20, 0)[4]}, second[3:])
	n, found := kinds(t, recording(slices.Concat(first, seen)...), guardTable())
	if n != 2 || !slices.Contains(found, MissedSignal) {
		t.Errorf("%d programs with %v, want 2 with a %s", n, found, MissedSignal)
	}
}

// exact makes the recorder tell so many events of each goroutine exactly.
func exact(n int64, tr *trace.Trace) *trace.Trace {
	tr.Header[trace.HeaderConditions] = strconv.FormatInt(n, 16)
	return tr
}

// TestLongGoroutine: who waits for what a goroutine does after the part of it
// that is in the program is not blocked; who waits for nothing of that is.
func TestLongGoroutine(t *testing.T) {
	const g = 10
	before := crossing(g, mu, ch)
	busy := []trace.Event{ev(30, trace.OpRelease, 0x9000), ev(30, trace.OpRelease, 0x9000), ev(30, trace.OpRelease, 0x9000), ev(30, trace.OpRelease, 0x9000)}
	spare := func(obj uint64) []trace.Event {
		return []trace.Event{ev(30, trace.OpRecv, obj), ev(30, trace.OpReceived, obj)}
	}
	for _, c := range []struct {
		name string
		tail []trace.Event
		want []Kind
	}{
		{"it may receive instead", spare(ch), nil},
		{"it does something else", spare(ch2), []Kind{LockAcrossChannel}},
	} {
		long := slices.Concat(busy, busy, busy, c.tail)
		events := slices.Concat([]trace.Event{ev(1, trace.OpGo, 30)}, before[:12], long, before[12:])
		if _, found := kinds(t, exact(12, recording(events...)), nil); !slices.Equal(found, c.want) {
			t.Errorf("%s: found %v, want %v", c.name, found, c.want)
		}
	}
}

// TestOrderOfALongGoroutine: an order that it gives in the part that is not in
// the program is one all the same.
func TestOrderOfALongGoroutine(t *testing.T) {
	table := guardTable()
	begin := []trace.Event{ev(1, trace.OpGo, g2), ev(1, trace.OpGo, g3)}
	busy := slices.Repeat([]trace.Event{ev(g3, trace.OpOnceDone, 0x9000)}, 12)
	set := []trace.Event{with(ev(g3, trace.OpSet, flag), 3, 1), ev(g3, trace.OpSignal, cond)}
	order := []trace.Event{ev(g3, trace.OpRelease, 0x9100), ev(g2, trace.OpAcquire, 0x9100)}
	wait := slices.Concat([]trace.Event{ev(g2, trace.OpLock, mu)}, look(g2, 1), []trace.Event{ev(g2, trace.OpUnlock, mu), ev(g2, trace.OpExit, 0)})
	for _, c := range []struct {
		name   string
		events []trace.Event
		want   []Kind
	}{
		{"without the order", slices.Concat(begin, set, busy, wait), []Kind{MissedSignal}},
		{"with it", slices.Concat(begin, busy, set, order, wait), nil},
	} {
		if _, found := kinds(t, exact(12, recording(c.events...)), table); !slices.Equal(found, c.want) {
			t.Errorf("%s: found %v, want %v", c.name, found, c.want)
		}
	}
}

// TestRecordingThatEndsEarly: a test that was over before something was left out
// is searched. In one that was not a goroutine may still receive.
func TestRecordingThatEndsEarly(t *testing.T) {
	tr := recording(slices.Concat(crossing(10, mu, ch), crossing(20, mu2, ch2))...)
	last := &tr.Events[len(tr.Events)-1]
	last.Flag = 1
	for _, c := range []struct {
		until int
		want  []Kind
	}{{15, []Kind{LockAcrossChannel}}, {26, []Kind{LockAcrossChannel}}, {9, nil}} {
		last.Obj = uint64(c.until) + 1
		if _, found := kinds(t, tr, nil); !slices.Equal(found, c.want) {
			t.Errorf("whole for %d events: found %v, want %v", c.until, found, c.want)
		}
	}
}

// TestGoroutineThatRunsOnBehindAGap: where a recording has gaps, a lock that two goroutines hold
// is given back by nobody else. A value may still be sent.
func TestGoroutineThatRunsOnBehindAGap(t *testing.T) {
	nested := func(g trace.G, a, b uint64) []trace.Event {
		return []trace.Event{ev(g, trace.OpLock, a), ev(g, trace.OpSend, ch), with(ev(g, trace.OpSent, ch), 0, 0), ev(g, trace.OpLock, b), ev(g, trace.OpUnlock, b), ev(g, trace.OpUnlock, a)}
	}
	begin := []trace.Event{ev(1, trace.OpGo, 10), ev(10, trace.OpTest, 0), with(ev(10, trace.OpMakeChan, ch), 9, 0), ev(10, trace.OpGo, 11), ev(10, trace.OpGo, 12)}
	ends := []trace.Event{ev(11, trace.OpExit, 0), ev(12, trace.OpExit, 0), ev(10, trace.OpTestEnd, 0), ev(10, trace.OpExit, 0)}
	for _, c := range []struct {
		name  string
		first []trace.Event
		want  []Kind
	}{
		{"a cycle of locks", slices.Concat(nested(11, mu, mu2), nested(12, mu2, mu)), []Kind{LockCycle}},
		{"one order of locks", slices.Concat(nested(11, mu, mu2), nested(12, mu, mu2)), nil},
		{"a value that no goroutine sent so far", []trace.Event{ev(11, trace.OpSend, ch), with(ev(11, trace.OpSent, ch), 0, 0), ev(12, trace.OpRecv, ch), with(ev(12, trace.OpReceived, ch), 0, 11), ev(12, trace.OpRecv, ch)}, nil},
	} {
		tr := recording(slices.Concat(begin, c.first, ends)...)
		last := &tr.Events[len(tr.Events)-1]
		last.Flag, last.Obj = 1, uint64(len(begin)+len(c.first))+1
		if _, found := kinds(t, tr, nil); !slices.Equal(found, c.want) {
			t.Errorf("%s: found %v, want %v", c.name, found, c.want)
		}
	}
}

func built(t *testing.T, tr *trace.Trace, table *Table) []*Program {
	t.Helper()
	all, err := Build(t.Context(), objects.New(tr), tr, table)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
