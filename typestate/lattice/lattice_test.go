package lattice

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

func parse(t testing.TB, text string) *automaton.Automaton {
	t.Helper()
	list, err := automaton.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// socket is the automaton that the text of section 6.2.4 goes by: s3 stays s3
// whichever stream is asked for, and close ends it.
const socket = `type java.net.Socket
state s1
  connect -> s2
state s2
  getInputStream getOutputStream -> s3
state s3
  getInputStream getOutputStream -> s3
  close -> s4
state s4 final
`

// figure61 is the execution of figure 6.1: the main thread is 0, the child 1.
func figure61() []*Event {
	return []*Event{
		{Thread: 0, Method: "connect", Clock: []uint32{1}},
		{Thread: 1, Method: "getOutputStream", Clock: []uint32{1, 1}},
		{Thread: 0, Method: "getInputStream", Clock: []uint32{2}},
		{Thread: 0, Method: "close", Clock: []uint32{3}},
	}
}

// run checks events and returns the states as the thesis writes them: "Σ21 s3".
func run(a *automaton.Automaton, events []*Event, opt Options) (states []string, found []Violation, stats Stats) {
	c := New(a, opt)
	c.OnState = func(cut []uint32, typestates map[int][]int) {
		s := "Σ"
		for i := range 2 {
			s += fmt.Sprint(at(cut, i))
		}
		for _, o := range slices.Sorted(maps.Keys(typestates)) {
			for _, t := range typestates[o] {
				s += " " + a.StateName(t)
			}
		}
		states = append(states, s)
	}
	for _, e := range events {
		c.Add(e)
	}
	found, stats = c.Finish()
	return states, found, stats
}

func names(path []*Event) string {
	var list []string
	for _, e := range path {
		list = append(list, e.Method)
	}
	return strings.Join(list, " ")
}

// TestFigure63 is the lattice of figure 6.3, state by state.
func TestFigure63(t *testing.T) {
	a := parse(t, socket)
	states, found, stats := run(a, figure61(), Options{Exhaustive: true})
	want := []string{"Σ00", "Σ10 s2", "Σ11 s3", "Σ20 s3", "Σ21 s3", "Σ30 s4", "Σ31 b s4"}
	if !slices.Equal(states, want) {
		t.Errorf("states %q, want %q", states, want)
	}
	if len(found) != 1 {
		t.Fatalf("%d violations, want 1: %v", len(found), found)
	}
	v := found[0]
	if v.Event.Method != "getOutputStream" || a.StateName(v.State) != "s4" || fmt.Sprint(v.Cut) != "[3]" {
		t.Errorf("violation %s in %s at %v, want getOutputStream in s4 at [3]", v.Event.Method, a.StateName(v.State), v.Cut)
	}
	if got := names(v.Path); got != "connect getInputStream close getOutputStream" {
		t.Errorf("interleaving %q", got)
	}
	if !stats.Complete() || stats.States != 6 || stats.Levels != 4 || stats.Widest != 2 {
		t.Errorf("stats %+v", stats)
	}
}

// TestFigure61Fixed joins the child before the socket is closed.
func TestFigure61Fixed(t *testing.T) {
	events := figure61()
	events[3].Clock = []uint32{3, 1}
	if _, found, stats := run(parse(t, socket), events, Options{Exhaustive: true}); len(found) > 0 || !stats.Complete() {
		t.Errorf("found %v, stats %+v", found, stats)
	}
}

// TestConeOfWidthOne is the example after Algorithm 7: with w = l = 1 the
// second level is over when Σ11 is there, and Σ20 is never built.
func TestConeOfWidthOne(t *testing.T) {
	states, found, stats := run(parse(t, socket), figure61(), Options{Width: 1, Lookahead: 1})
	for _, s := range states {
		if strings.HasPrefix(s, "Σ20") || strings.HasPrefix(s, "Σ30") {
			t.Errorf("state %s was built", s)
		}
	}
	if len(found) > 0 {
		t.Errorf("found %v outside the cone", found)
	}
	if stats.Complete() || stats.CutByWidth+stats.CutByLookahead == 0 {
		t.Errorf("nothing is said about what was cut off: %+v", stats)
	}
}

// TestPurge says how many events wait at most when the lookahead is short.
func TestPurge(t *testing.T) {
	a := parse(t, "type T\nstate s final\n  m -> s\n")
	c := New(a, Options{Lookahead: 3})
	for i := range uint32(10_000) {
		c.Add(&Event{Thread: 0, Method: "m", Clock: []uint32{i + 1}})
	}
	if _, stats := c.Finish(); stats.Longest > 3 || stats.States != 10_000 || !stats.Complete() {
		t.Errorf("stats %+v", stats)
	}
}

// TestDone stops a construction that somebody no longer waits for.
func TestDone(t *testing.T) {
	done := make(chan struct{})
	close(done)
	c := New(parse(t, "type T\nstate s final\n  m -> s\n"), Options{Done: done})
	for i := range uint32(10) {
		c.Add(&Event{Thread: 0, Method: "m", Clock: []uint32{i + 1}})
	}
	if _, stats := c.Finish(); stats.States != 0 || stats.Unfinished != 10 || stats.Complete() {
		t.Errorf("stats %+v", stats)
	}
}

// TestCriticalSections keeps two calls in one section together.
func TestCriticalSections(t *testing.T) {
	a := parse(t, "type T\nstate new\n  size -> known\nstate known\n  size -> known\n  get -> new\n")
	lock := func(last bool) []HeldLock { return []HeldLock{{Lock: 7, Last: last}} }
	events := []*Event{
		{Thread: 0, Method: "size", Clock: []uint32{1}, Lockset: lock(false)},
		{Thread: 0, Method: "get", Clock: []uint32{2}, Lockset: lock(true)},
		{Thread: 1, Method: "size", Clock: []uint32{0, 1}, Lockset: lock(false)},
		{Thread: 1, Method: "get", Clock: []uint32{0, 2}, Lockset: lock(true)},
	}
	if _, found, stats := run(a, events, Options{Exhaustive: true}); len(found) > 0 || stats.States != 7 {
		t.Errorf("found %v in %d states, want none in 7", found, stats.States)
	}
	for _, e := range events {
		e.Lockset = nil
	}
	if _, found, _ := run(a, events, Options{Exhaustive: true}); len(found) != 2 || names(found[0].Path) != "size size get get" {
		t.Errorf("found %v without the lock, want one for each of the two", found)
	}
}

// A random execution of some threads that call methods of some objects, hold
// locks, and learn from each other.
type execution struct {
	events   []*Event
	sections [][]section // by event
}

type section struct{ lock, id, size int }

func randomExecution(r *rand.Rand) execution {
	threads, objects, locks := 2+r.IntN(2), 1+r.IntN(2), r.IntN(3)
	clocks := make([][]uint32, threads)
	for i := range clocks {
		clocks[i] = make([]uint32, threads)
	}
	held := make([]map[int]int, threads) // lock to section
	for i := range held {
		held[i] = map[int]int{}
	}
	owner := map[int]int{}
	var x execution
	for id := 0; len(x.events) < 3+r.IntN(7) && id < 60; id++ {
		i := r.IntN(threads)
		if locks > 0 {
			l := r.IntN(locks)
			by, taken := owner[l]
			switch {
			case taken && by == i && r.IntN(3) == 0:
				delete(owner, l)
				delete(held[i], l)
			case !taken && r.IntN(3) == 0:
				owner[l] = i
				held[i][l] = id
			}
		}
		if j := r.IntN(threads); r.IntN(5) == 0 {
			for k := range clocks[i] {
				clocks[i][k] = max(clocks[i][k], clocks[j][k])
			}
		}
		if r.IntN(2) == 0 {
			continue
		}
		clocks[i][i]++
		e := &Event{Thread: i, Object: r.IntN(objects), Method: string(rune('a' + r.IntN(3))), Site: r.IntN(2), Clock: slices.Clone(clocks[i])}
		var in []section
		for _, l := range slices.Sorted(maps.Keys(held[i])) {
			in = append(in, section{lock: l, id: held[i][l]})
		}
		x.events = append(x.events, e)
		x.sections = append(x.sections, in)
	}
	x.close()
	return x
}

// close fills in what is known at the end: the sizes of sections and their last events.
func (x *execution) close() {
	size, last := map[int]int{}, map[int]int{}
	for i, in := range x.sections {
		for _, s := range in {
			size[s.id]++
			last[s.id] = i
		}
	}
	for i, in := range x.sections {
		for k, s := range in {
			in[k].size = size[s.id]
			x.events[i].Lockset = append(x.events[i].Lockset, HeldLock{Lock: uint64(s.lock), Section: uint64(s.id), Last: last[s.id] == i})
		}
	}
}

// An oracle tries all interleavings, one after the other.
type oracle struct {
	x          execution
	auto       *automaton.Automaton
	violations map[string]bool
	typestates map[string]map[int]bool // by cut and object
}

func (o *oracle) try(done []bool, objects map[int]int) {
	cut := make([]uint32, 4)
	inside := map[int]int{} // events of a section that were executed
	for i, d := range done {
		if d {
			cut[o.x.events[i].Thread]++
			for _, s := range o.x.sections[i] {
				inside[s.id]++
			}
		}
	}
	for obj, t := range objects {
		key := fmt.Sprint(trimmed(cut), "o", obj)
		if o.typestates[key] == nil {
			o.typestates[key] = map[int]bool{}
		}
		o.typestates[key][t] = true
	}
	for i, e := range o.x.events {
		if done[i] || !o.possible(i, done, inside) {
			continue
		}
		after := maps.Clone(objects)
		t := objects[e.Object]
		after[e.Object] = o.auto.Step(t, e.Method)
		if after[e.Object] == automaton.NoState && t != automaton.NoState {
			o.violations[fmt.Sprint(e.Object, e.Thread, e.Site, t, e.Method)] = true
		}
		next := slices.Clone(done)
		next[i] = true
		o.try(next, after)
	}
}

// possible reports whether event i can come next: what happened before it did,
// and no other thread is inside a section of one of its locks.
func (o *oracle) possible(i int, done []bool, inside map[int]int) bool {
	e := o.x.events[i]
	for j, f := range o.x.events {
		before := at(e.Clock, f.Thread) >= f.Clock[f.Thread] && i != j
		if before && !done[j] {
			return false
		}
		if f.Thread == e.Thread || !done[j] {
			continue
		}
		for _, s := range o.x.sections[j] {
			for _, mine := range o.x.sections[i] {
				if s.lock == mine.lock && inside[s.id] < s.size {
					return false
				}
			}
		}
	}
	return true
}

func randomAutomaton(r *rand.Rand) *automaton.Automaton {
	a := &automaton.Automaton{Type: "T"}
	n := 1 + r.IntN(4)
	for i := range n {
		s := automaton.State{Name: fmt.Sprint("s", i), Final: true}
		for _, m := range []string{"a", "b", "c"} {
			if r.IntN(3) > 0 {
				s.Edges = append(s.Edges, automaton.Edge{Method: m, To: r.IntN(n)})
			}
		}
		a.States = append(a.States, s)
	}
	return a
}

// TestOracle compares the exhaustive lattice with all interleavings: the same
// violations, and in every cut the same typestates.
func TestOracle(t *testing.T) {
	violations := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		x, a := randomExecution(r), randomAutomaton(r)
		o := &oracle{x, a, map[string]bool{}, map[string]map[int]bool{}}
		o.try(make([]bool, len(x.events)), map[int]int{})
		c := New(a, Options{Exhaustive: true})
		got := map[string]map[int]bool{}
		c.OnState = func(cut []uint32, typestates map[int][]int) {
			for obj, set := range typestates {
				m := map[int]bool{}
				for _, s := range set {
					m[s] = true
				}
				got[fmt.Sprint(trimmed(cut), "o", obj)] = m
			}
		}
		for _, e := range x.events {
			c.Add(e)
		}
		found, _ := c.Finish()
		set := map[string]bool{}
		for _, v := range found {
			set[fmt.Sprint(v.Object, v.Event.Thread, v.Event.Site, v.State, v.Event.Method)] = true
			checkPath(t, o, v)
		}
		violations += len(set)
		if !maps.Equal(set, o.violations) {
			t.Fatalf("seed %d: violations %v, want %v", seed, set, o.violations)
		}
		if !maps.EqualFunc(got, o.typestates, maps.Equal) {
			t.Fatalf("seed %d: typestates %v, want %v", seed, got, o.typestates)
		}
	}
	if violations < 1000 {
		t.Errorf("only %d violations: the executions test nothing", violations)
	}
}

// checkPath executes the interleaving of a violation.
func checkPath(t *testing.T, o *oracle, v Violation) {
	t.Helper()
	done, state := make([]bool, len(o.x.events)), 0
	for n, e := range v.Path {
		i := slices.Index(o.x.events, e)
		inside := map[int]int{}
		for j, d := range done {
			for _, s := range o.x.sections[j] {
				if d {
					inside[s.id]++
				}
			}
		}
		if !o.possible(i, done, inside) {
			t.Fatalf("interleaving %s: event %d is not possible there", names(v.Path), n)
		}
		done[i] = true
		if e.Object != v.Object {
			continue
		}
		if n == len(v.Path)-1 && state != v.State {
			t.Fatalf("interleaving %s ends in %s, not in %s", names(v.Path), o.auto.StateName(state), o.auto.StateName(v.State))
		}
		state = o.auto.Step(state, e.Method)
	}
	if state != automaton.NoState {
		t.Fatalf("interleaving %s is allowed", names(v.Path))
	}
}

// TestConeFindsNoMore compares the heuristic with the exhaustive check: it finds
// a part of it, and everything when it says that nothing was cut off.
func TestConeFindsNoMore(t *testing.T) {
	cut, whole := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		x, a := randomExecution(r), randomAutomaton(r)
		keys := func(opt Options) (map[string]bool, Stats) {
			_, found, stats := run(a, x.events, opt)
			m := map[string]bool{}
			for _, v := range found {
				m[fmt.Sprint(v.Object, v.Event.Site, v.State, v.Event.Method)] = true
			}
			return m, stats
		}
		all, most := keys(Options{Exhaustive: true})
		some, stats := keys(Options{Width: 1 + r.IntN(3), Lookahead: 1 + r.IntN(4)})
		for k := range some {
			if !all[k] {
				t.Fatalf("seed %d: %s is found only with the heuristic", seed, k)
			}
		}
		if !stats.Complete() {
			cut++
		} else if whole++; len(some) != len(all) || stats.States != most.States {
			t.Fatalf("seed %d: complete with %d violations in %d states, want %d in %d", seed, len(some), stats.States, len(all), most.States)
		}
	}
	if cut < 100 || whole < 100 {
		t.Errorf("%d were cut off and %d were whole: too few of one", cut, whole)
	}
}

// TestObjectByObject checks every object by itself: without locks the
// projection of the lattice finds exactly what the whole lattice does, with
// locks at least that.
func TestObjectByObject(t *testing.T) {
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 3))
		x, a := randomExecution(r), randomAutomaton(r)
		locks := seed%2 == 0
		for _, e := range x.events {
			if !locks {
				e.Lockset = nil
			}
		}
		key := func(v Violation) string { return fmt.Sprint(v.Object, v.Event.Site, v.State, v.Event.Method) }
		_, found, _ := run(a, x.events, Options{Exhaustive: true})
		all, parts := map[string]bool{}, map[string]bool{}
		for _, v := range found {
			all[key(v)] = true
		}
		for obj := range 2 {
			_, found, _ := run(a, Project(x.events, obj), Options{Exhaustive: true})
			for _, v := range found {
				parts[key(v)] = true
			}
		}
		for k := range all {
			if !parts[k] {
				t.Fatalf("seed %d: only all at once finds %s", seed, k)
			}
		}
		if !locks && len(parts) != len(all) {
			t.Fatalf("seed %d: object by object %v, all at once %v", seed, parts, all)
		}
	}
}

func BenchmarkStates(b *testing.B) {
	a := parse(b, socket)
	for b.Loop() {
		c := New(a, Options{Width: 64, Lookahead: 64})
		for i := range uint32(1000) {
			for th := range 4 {
				clock := make([]uint32, 4)
				clock[th] = i + 1
				c.Add(&Event{Thread: th, Method: "getInputStream", Clock: clock})
			}
		}
		_, stats := c.Finish()
		b.ReportMetric(float64(stats.States), "states/op")
	}
}

// trimmed is a cut without the threads after the last one with an event.
func trimmed(cut []uint32) []uint32 {
	for len(cut) > 0 && cut[len(cut)-1] == 0 {
		cut = cut[:len(cut)-1]
	}
	return cut
}
