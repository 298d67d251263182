package lockgraph

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A tuple is (t, L, l, C) written out, by brute force.
type tuple struct {
	g    trace.G
	held []Hold // the first acquires, in order
	want Hold
	at   []int // the events that request
}

func (d *tuple) String() string {
	return fmt.Sprintf("g%d%v->%v", d.g, d.held, d.want)
}

func (d *tuple) holds(lock uint64) (Mode, bool) {
	for _, h := range d.held {
		if h.Lock == lock {
			return h.Mode, true
		}
	}
	return 0, false
}

// An oracle is a run with everything written out.
type oracle struct {
	events []trace.Event
	tuples []*tuple
	byText map[string]*tuple
	ofReq  map[int]*tuple
	needs  [][]int // by event: the events of others that have to be before
}

func newOracle(r *run) *oracle {
	o := &oracle{events: r.full, byText: map[string]*tuple{}, ofReq: map[int]*tuple{}}
	held := map[trace.G][]trace.Event{}
	for i, e := range o.events {
		switch e.Op {
		case trace.OpLock, trace.OpRLock, trace.OpRequest, trace.OpRRequest:
			if !e.Has(trace.FlagTry) {
				o.request(i, held[e.G])
			}
		}
		o.needs = append(o.needs, o.readsFrom(i, held))
		switch e.Op {
		case trace.OpLock, trace.OpRLock:
			held[e.G] = append(held[e.G], e)
		case trace.OpUnlock, trace.OpRUnlock:
			hs := held[e.G]
			for j := len(hs) - 1; j >= 0; j-- {
				if hs[j].Obj == e.Obj {
					held[e.G] = slices.Delete(slices.Clone(hs), j, j+1)
					break
				}
			}
		}
	}
	return o
}

func holdOf(e trace.Event) Hold { return Hold{e.Obj, modeOf(e.Op), e.Stack(), 1} }

func (o *oracle) request(i int, held []trace.Event) {
	e := o.events[i]
	d := &tuple{g: e.G, want: holdOf(e)}
	for _, h := range held {
		if _, again := d.holds(h.Obj); !again {
			d.held = append(d.held, holdOf(h))
		}
	}
	if len(d.held) == 0 && !(e.Has(trace.FlagRW) && modeOf(e.Op) == Exclusive) {
		return
	}
	if known := o.byText[d.String()]; known != nil {
		d = known
	} else {
		o.byText[d.String()] = d
		o.tuples = append(o.tuples, d)
	}
	d.at = append(d.at, i)
	o.ofReq[i] = d
}

// readsFrom returns what event i needs from other goroutines.
func (o *oracle) readsFrom(i int, held map[trace.G][]trace.Event) (needs []int) {
	e := o.events[i]
	for j, p := range o.events[:i] {
		need := false
		switch {
		case p.Op == trace.OpGo && trace.G(p.Obj) == e.G:
			need = true
		case e.Op == ghostRead:
			need = p.Op == ghostWrite && p.Obj == e.Obj && o.lastWrite(i, e.Obj) == j
		case e.Op == trace.OpAcquire:
			need = p.Op == trace.OpRelease && p.Obj == e.Obj
		case e.Op == trace.OpWGDone:
			need = p.Op == trace.OpWGAdd && int64(p.Arg) < 0
		case e.Op == trace.OpWGAdd && int64(e.Arg) < 0:
			need = p.Op == trace.OpWGAdd && int64(p.Arg) > 0
		case e.Op == trace.OpTryFail:
			need = p.G != e.G && slices.ContainsFunc(held[p.G], func(h trace.Event) bool { return h.Seq == p.Seq && h.Obj == e.Obj })
		}
		if need {
			needs = append(needs, j)
		}
	}
	return needs
}

// cycles returns every potential deadlock cycle, by Definitions 2 to 4 and
// Algorithm 1, from all sequences of tuples.
func (o *oracle) cycles() map[string][]*tuple {
	found := map[string][]*tuple{}
	var extend func(chain []*tuple)
	extend = func(chain []*tuple) {
		for _, d := range o.tuples {
			next := append(slices.Clone(chain), d)
			if !isChain(next) {
				continue
			}
			_, closed := next[0].holds(d.want.Lock)
			if closed && len(next) > 1 {
				found[text(next)] = next
			} else if len(next) < 5 {
				extend(next)
			}
		}
	}
	extend(nil)
	return found
}

func text(ds []*tuple) string {
	var s []string
	for _, d := range ds {
		s = append(s, d.String())
	}
	return strings.Join(s, " ")
}

// isChain is Definition 3 for modes, with 4.3.3.
func isChain(ds []*tuple) bool {
	for i, d := range ds {
		if _, self := d.holds(d.want.Lock); self {
			return false
		}
		if i > 0 {
			if _, ok := d.holds(ds[i-1].want.Lock); !ok || d.g < ds[0].g {
				return false
			}
		}
		for _, e := range ds[:i] {
			if d.g == e.g || d.want.Lock == e.want.Lock || overlap(d, e) {
				return false
			}
		}
	}
	return true
}

func overlap(d, e *tuple) bool {
	for _, h := range d.held {
		if m, both := e.holds(h.Lock); both && (m == Exclusive || h.Mode == Exclusive) {
			return true
		}
	}
	return false
}

// states visits every state that a sync-preserving reordering can reach, as
// the set of tuples that are requested next.
func (o *oracle) states(visit func(next []*tuple)) {
	o.cuts(func(threads [][]int, cut []int) {
		var next []*tuple
		for t, n := range cut {
			if n < len(threads[t]) && o.ofReq[threads[t][n]] != nil && o.ready(threads[t][n], threads, cut) {
				next = append(next, o.ofReq[threads[t][n]])
			}
		}
		visit(next)
	})
}

// cuts visits every prefix of the goroutines that is a sync-preserving reordering.
func (o *oracle) cuts(visit func(threads [][]int, cut []int)) {
	var threads [][]int
	for i, e := range o.events {
		for len(threads) < int(e.G) {
			threads = append(threads, nil)
		}
		threads[e.G-1] = append(threads[e.G-1], i)
	}
	seen := map[string]bool{}
	var walk func(cut []int)
	walk = func(cut []int) {
		key := fmt.Sprint(cut)
		if seen[key] {
			return
		}
		seen[key] = true
		for t, n := range cut {
			if n == len(threads[t]) {
				continue
			}
			i := threads[t][n]
			if o.ready(i, threads, cut) && o.free(i, threads, cut) {
				after := slices.Clone(cut)
				after[t]++
				walk(after)
			}
		}
		visit(threads, cut)
	}
	walk(make([]int, len(threads)))
}

// ready reports whether the events that event i needs are all there.
func (o *oracle) ready(i int, threads [][]int, cut []int) bool {
	for _, j := range o.needs[i] {
		t := o.events[j].G - 1
		if !slices.Contains(threads[t][:cut[t]], j) {
			return false
		}
	}
	return true
}

// free reports whether event i can happen: its lock is free, and no later
// section of the lock was begun before.
func (o *oracle) free(i int, threads [][]int, cut []int) bool {
	e := o.events[i]
	if e.Op != trace.OpLock && e.Op != trace.OpRLock {
		return e.Op != trace.OpRequest && e.Op != trace.OpRRequest
	}
	open := map[Mode]int{}
	for t, n := range cut {
		for _, j := range threads[t][:n] {
			p := o.events[j]
			if p.Obj != e.Obj {
				continue
			}
			open[modeOf(p.Op)] += int(p.Op.Info().Locks)
			if p.Op.Info().Locks > 0 && j > i && excludes(modeOf(p.Op), modeOf(e.Op)) {
				return false
			}
		}
	}
	return open[Exclusive] == 0 && (open[Shared] == 0 || modeOf(e.Op) == Shared)
}

// deadlocked reports whether those of ds are in next and wait for each other,
// with the help of writers in next.
func deadlocked(ds, next []*tuple) bool {
	for _, d := range ds {
		if !slices.Contains(next, d) {
			return false
		}
	}
	for _, d := range ds {
		if !waits(d, ds, next) {
			return false
		}
	}
	return true
}

func waits(d *tuple, ds, next []*tuple) bool {
	for _, h := range ds {
		if m, ok := h.holds(d.want.Lock); ok && h != d && (m == Exclusive || d.want.Mode == Exclusive) {
			return true
		}
	}
	return slices.ContainsFunc(next, func(w *tuple) bool {
		_, self := w.holds(w.want.Lock)
		return !self && w.want.Lock == d.want.Lock && w.want.Mode == Exclusive && !slices.Contains(ds, w)
	})
}

// predict returns the strict cycles and recursive reads of the package, true
// when feasible.
func predict(r *run, opt Options) map[string]bool {
	got := map[string]bool{}
	for _, c := range r.analyze(opt).Candidates {
		strict := c.Cause != CauseGoroutine && (c.Cause != CauseGate || c.Edges[len(c.Edges)-1].Role == RoleWriter)
		if c.Kind == KindCycle && strict || c.Kind == KindRecursiveRLock {
			got[textOf(c)] = c.Status >= Feasible
		}
	}
	return got
}

func textOf(c Candidate) string {
	var ds []*tuple
	for _, e := range c.Edges {
		if e.Role != RoleMember {
			continue
		}
		d := &tuple{g: e.G, want: Hold{e.Lock, e.Mode, e.Stack, 1}}
		for _, h := range e.Held {
			d.held = append(d.held, h.Hold)
		}
		ds = append(ds, d)
	}
	return text(ds)
}

// truth is predict by brute force.
func truth(r *run) map[string]bool {
	o := newOracle(r)
	cycles := o.cycles()
	for _, d := range o.tuples {
		if m, self := d.holds(d.want.Lock); self && m == Shared && d.want.Mode == Shared {
			cycles[d.String()] = []*tuple{d}
		}
	}
	want := map[string]bool{}
	for k := range cycles {
		want[k] = false
	}
	o.states(func(next []*tuple) {
		for k, ds := range cycles {
			want[k] = want[k] || deadlocked(ds, next)
		}
	})
	return want
}

var shapes = []shape{
	{size: 14},
	{size: 16, keys: true, join: true, try: true},
	{size: 14, rw: true},
	{size: 16, rw: true, keys: true, join: true, try: true},
	{size: 14, memory: true},
	{size: 14, memory: true, rw: true, join: true, try: true},
}

// compare counts the runs in which prediction and truth differ, and the
// feasible and other candidates in them. It stops at the third difference, or at the first
// one if it does not report them.
func compare(t *testing.T, n int, f faults, report bool) (differ, feasible, other int) {
	t.Helper()
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		s := shapes[i%len(shapes)]
		s.size -= rng.IntN(6)
		r := generate(rng, s)
		got, want := predict(r, Options{Instances: 100, faults: f}), truth(r)
		for _, ok := range want {
			if ok {
				feasible++
			} else {
				other++
			}
		}
		if maps.Equal(got, want) {
			continue
		}
		differ++
		if report {
			t.Errorf("run %d\n%s\ngot  %v\nwant %v", i, r, got, want)
		}
		if differ == 3 || !report {
			break
		}
	}
	return differ, feasible, other
}

func (r *run) String() string {
	var b strings.Builder
	for _, e := range r.events {
		fmt.Fprintf(&b, "%d: g%d %s %d arg %d flag %d\n", e.Seq, e.G, e.Op, e.Obj, int64(e.Arg), e.Flag)
	}
	return b.String()
}

func TestOracle(t *testing.T) { agrees(t, matrix.Count(500, 6000)) }

// agrees wants no random run on which the analysis and the oracle differ.
func agrees(t *testing.T, n int) {
	t.Helper()
	differ, feasible, other := compare(t, n, faults{}, true)
	t.Logf("%d runs, %d feasible and %d other candidates, %d differ", n, feasible, other, differ)
	if feasible < n/50 || other < n/10 {
		t.Errorf("the runs say too little: %d feasible and %d other candidates in %d", feasible, other, n)
	}
}

// The oracle has to notice when a part of the analysis is missing.
func TestOracleBites(t *testing.T) {
	for _, c := range []struct {
		name string
		faults
	}{
		{"no sections", faults{noSections: true}},
		{"no modes", faults{noModes: true}},
		{"no reads", faults{noReads: true}},
	} {
		if differ, _, _ := compare(t, 8000, c.faults, false); differ == 0 {
			t.Errorf("%s: no run differs", c.name)
		}
	}
}
