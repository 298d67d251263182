package lockgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func TestDependencies(t *testing.T) {
	r := parse(`1 lock a @x; 1 lock b @y; 1 unlock b; 1 unlock a
		1 lock a @x; 1 lock b @y; 1 unlock b; 1 unlock a
		1 lock a @z; 1 lock b @y; 1 rlock c @v; 1 rlock c @w; 1 runlock c; 1 lock d; 1 unlock a; 1 runlock c; 1 lock e`)
	rel, info := r.relation(Options{}), r.info()
	var got []string
	for _, d := range rel.Dependencies() {
		e := info.edge(d)
		s := fmt.Sprintf("%d×", d.Count)
		for _, h := range e.Held {
			s += fmt.Sprintf(" %s:%s@%s", h.Class, h.Mode, h.Site)
		}
		got = append(got, s+fmt.Sprintf(" -> %s:%s@%s", e.Class, e.Mode, e.Site))
	}
	want := []string{
		"2× a:lock@x -> b:lock@y",
		"1× a:lock@z -> b:lock@y",
		"1× a:lock@z b:lock@y -> c:rlock@v",
		"1× a:lock@z b:lock@y c:rlock@v -> c:rlock@w",
		"1× a:lock@z b:lock@y c:rlock@v -> d:lock@lock d",
		"1× b:lock@y d:lock@lock d -> e:lock@lock e",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if rel.Stats.Unnested != 3 {
		t.Errorf("%d unnested acquires, want 3", rel.Stats.Unnested)
	}
}

func TestInstancesKept(t *testing.T) {
	d := &Dependency{stride: 1}
	for i := range uint64(1000) {
		d.keep(instance{seq: i + 1}, 8)
		all := d.all()
		if len(all) > 8 || all[0].seq != 1 || all[len(all)-1].seq != i+1 {
			t.Fatalf("after %d: %v", i+1, all)
		}
		if d.folded() != (i >= 8) && d.folded() != (i >= 7) {
			t.Fatalf("after %d: folded %v with %d", i+1, d.folded(), len(all))
		}
	}
	for _, at := range d.all() {
		if at.seq > 300 && at.seq < 700 {
			return
		}
	}
	t.Error("nothing is left from the middle")
}

// What was not kept may be what is not ordered.
func TestFolded(t *testing.T) {
	nest := "%d lock a; %d lock b; %d unlock b; %d unlock a\n"
	text := "1 go 2\n"
	for range 500 {
		text += strings.ReplaceAll(nest, "%d", "1")
		text += "1 release k\n"
	}
	text += "2 acquire k; 2 lock b; 2 lock a; 2 unlock a; 2 unlock b; 2 release j; 1 acquire j\n"
	text += strings.ReplaceAll(nest, "%d", "1")
	res := parse(text).analyze(Options{})
	check(t, res, "undecided lockorder g1[a:lock]->b:lock g2[b:lock]->a:lock: goroutine 2 is always past it when goroutine 1 gets there: ordered by a release and an acquire; 5 of 501 occurrences at lock b were kept")
	if !slices.Contains(res.Limits, LimitInstances) {
		t.Errorf("limits %q", res.Limits)
	}
}

func TestStrays(t *testing.T) {
	rel := parse("1 unlock a; 1 lock a; 2 lock a; 1 unlock a; 3 unlock a foreign; 2 unlock a").relation(Options{})
	s := rel.Stats
	if s.Strays != 3 || s.Stolen != 1 || s.HandOffs != 1 {
		t.Errorf("%+v", s)
	}
}

// TestHandedOver: what another goroutine released is known by where it was taken.
func TestHandedOver(t *testing.T) {
	r := newRun()
	a, b := r.object("a"), r.object("b")
	for _, e := range []trace.Event{
		{G: 1, Op: trace.OpLock, Obj: a, Arg: 10},
		{G: 2, Op: trace.OpUnlock, Obj: a, Flag: trace.FlagForeign},
		{G: 1, Op: trace.OpLock, Obj: a, Arg: 11},
		{G: 1, Op: trace.OpUnlock, Obj: a},
		{G: 1, Op: trace.OpRLock, Obj: b, Arg: 12},
		{G: 2, Op: trace.OpRUnlock, Obj: b, Flag: trace.FlagForeign},
		{G: 3, Op: trace.OpLock, Obj: a, Arg: 10},
		{G: 2, Op: trace.OpUnlock, Obj: a, Flag: trace.FlagForeign},
		{G: 2, Op: trace.OpUnlock, Obj: a, Flag: trace.FlagForeign},
	} {
		r.add(e)
	}
	if got, want := r.relation(Options{}).HandedOver(), []trace.StackID{10, 12}; !slices.Equal(got, want) {
		t.Errorf("handed over: %v, want %v", got, want)
	}
}

// crossing is n goroutines with a before b and n with b before a.
func crossing(n int) *run {
	r := newRun()
	a, b := r.object("a"), r.object("b")
	for i := range n {
		for j, pair := range [][2]uint64{{a, b}, {b, a}} {
			g := trace.G(2 + 2*i + j)
			r.add(trace.Event{G: 1, Op: trace.OpGo, Obj: uint64(g)})
			r.add(trace.Event{G: g, Op: trace.OpLock, Obj: pair[0], Arg: uint64(1 + j)})
			r.add(trace.Event{G: g, Op: trace.OpLock, Obj: pair[1], Arg: uint64(3 + j)})
			r.add(trace.Event{G: g, Op: trace.OpUnlock, Obj: pair[1]})
			r.add(trace.Event{G: g, Op: trace.OpUnlock, Obj: pair[0]})
		}
	}
	return r
}

func TestLimits(t *testing.T) {
	reached := func(r *run, opt Options, want Limit) *Result {
		t.Helper()
		res := r.analyze(opt)
		if !slices.Contains(res.Limits, want) {
			t.Errorf("limits %q, want %q", res.Limits, want)
		}
		return res
	}
	if res := crossing(5).analyze(Options{}); len(res.Limits) > 0 || len(res.Candidates) != 25 {
		t.Errorf("%d candidates, limits %q", len(res.Candidates), res.Limits)
	}
	res := reached(crossing(100), Options{}, LimitSame)
	if n := len(res.Candidates); n < 100 || n > 1000 {
		t.Errorf("%d candidates", n)
	}
	if res := reached(crossing(5), Options{MaxCycles: 7}, LimitCycles); len(res.Candidates) != 7 {
		t.Errorf("%d candidates", len(res.Candidates))
	}
	reached(crossing(50), Options{MaxSteps: 20}, LimitSteps)

	ring := "1 lock a; 1 lock b; 1 unlock b; 1 unlock a; 2 lock b; 2 lock c; 2 unlock c; 2 unlock b; 3 lock c; 3 lock a; 3 unlock a; 3 unlock c"
	reached(parse(ring), Options{MaxLength: 2}, LimitLength)
	if res := parse(ring).analyze(Options{MaxLength: 3}); len(res.Limits) > 0 {
		t.Errorf("limits %q", res.Limits)
	}
}

func TestAssumption(t *testing.T) {
	text := "1 go 2; 1 go 3; " + ab + ba
	if got := parse(text).analyze(Options{}).Candidates[0].Assumption; got != "no control flow through unrecorded memory" {
		t.Errorf("%q", got)
	}
	const rest = "no data race, and no control flow through memory that only the standard library, assembly or C reads or writes"
	if got := parse(text).analyze(Options{MemoryRecorded: true}).Candidates[0].Assumption; got != rest {
		t.Errorf("%q", got)
	}
	got := parse(text + "1 folded x 5; 1 unseen x").analyze(Options{MemoryRecorded: true}).Candidates[0].Assumption
	if want := rest + "; 5 repeated events, left out by the recorder, order nothing; 1 uses of mechanisms that are not modelled order nothing"; got != want {
		t.Errorf("%q", got)
	}
}

func TestWitness(t *testing.T) {
	r := parse("1 go 2; 1 go 3; 2 lock c; 2 unlock c; " + ab + ba)
	w := r.analyze(Options{}).Candidates[0].Witness
	var in []uint64
	for _, e := range r.events {
		if w.Contains(e) {
			in = append(in, e.Seq)
		}
	}
	if want := []uint64{1, 2, 3, 4, 5, 9}; !slices.Equal(in, want) {
		t.Errorf("%v, want %v", in, want)
	}
}
