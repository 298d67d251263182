package typestate

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// read reads lines of package tracetest. A call is "t1 call OBJECT TYPE.METHOD",
// its end "t1 return OBJECT ERROR", "-" for none. Every call of a method in a
// goroutine is a site of its own.
func read(t *testing.T, lines string) *Recording {
	t.Helper()
	return readWhole(t, lines, nil)
}

// readWhole is that with what NewReader is told about types, as a stream.
func readWhole(t *testing.T, lines string, whole func(typ string) bool) *Recording {
	t.Helper()
	tr := traceOf(t, lines)
	if whole == nil {
		return Read(tr.trace, "", tr.method)
	}
	var known Preview
	for _, e := range tr.trace.Events {
		known.Note(e)
	}
	r := NewReader(tr.trace, &known, "", tr.method, whole)
	for _, e := range tr.trace.Events {
		r.Add(e)
	}
	return r.Recording()
}

// A written trace is one of lines, with the methods of its call sites.
type written struct {
	trace   *trace.Trace
	methods []string
}

func (w written) method(site int) string { return w.methods[site] }

func traceOf(t *testing.T, lines string) written {
	t.Helper()
	tr := tracetest.New(t, lines)
	sites := map[string]int{}
	names := []string{""}
	open := map[trace.G][]uint16{}
	texts := map[string]uint64{}
	for i := range tr.Events {
		e := &tr.Events[i]
		switch e.Op {
		case trace.OpCall:
			typ, method, _ := strings.Cut(tr.Texts[e.Arg], ".")
			key := fmt.Sprint(e.G, method)
			if sites[key] == 0 {
				sites[key] = len(names)
				names = append(names, method)
			}
			e.Aux = uint16(sites[key])
			if texts[typ] == 0 {
				texts[typ] = uint64(1_000_000 + len(texts))
				tr.Texts[texts[typ]] = typ
			}
			e.Arg = texts[typ]
			open[e.G] = append(open[e.G], e.Aux)
		case trace.OpReturn, trace.OpUnwind:
			n := len(open[e.G]) - 1
			e.Aux, open[e.G] = open[e.G][n], open[e.G][:n]
			if tr.Texts[e.Arg] == "-" {
				e.Arg = 0
			}
		}
	}
	return written{tr.Trace, names}
}

const socket = `
t1 call s Socket.connect; t1 return s -
t1 go t2
t2 call s Socket.getOutputStream; t2 return s -
t1 call s Socket.getInputStream; t1 return s -
`

const closes = "t1 call s Socket.close; t1 return s -\n"

// refined is what a person makes of figure 6.2's automaton.
const refined = `type Socket
state s1
  connect -> s2
state s2
  getInputStream getOutputStream -> s2
  close -> s3
state s3 final
`

func parse(t *testing.T, text string) *automaton.Automaton {
	t.Helper()
	list, err := automaton.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

func methods(path []*Call) string {
	var list []string
	for _, c := range path {
		list = append(list, c.Method)
	}
	return strings.Join(list, " ")
}

// TestFigure61 goes the whole way from a trace to the order that a confirming
// run has to bring about.
func TestFigure61(t *testing.T) {
	r := read(t, socket+closes)
	races := r.Races(Soft)
	if len(races) != 1 || races[0].Type != "Socket" || races[0].First.Method != "getOutputStream" || races[0].Second.Method != "getInputStream" {
		t.Fatalf("races %+v", races)
	}
	var q mine.Sequences
	r.Sequences("Socket", nil, &q)
	if got := fmt.Sprint(q.Of("Socket")); got != "[{[connect getOutputStream getInputStream close] 1 false}]" {
		t.Errorf("sequences %s", got)
	}
	found, stats := r.Check(parse(t, refined), Options{})
	if len(found) != 1 || !stats.Complete() {
		t.Fatalf("found %v, %+v", found, stats)
	}
	v := found[0]
	if v.Call.Method != "getOutputStream" || v.State != "s3" || v.Observed || methods(v.Path) != "connect getInputStream close getOutputStream" {
		t.Errorf("violation %s in %s by %s", v.Call.Method, v.State, methods(v.Path))
	}
	var steps []string
	all, needed := v.Steps()
	for _, s := range all {
		steps = append(steps, fmt.Sprint(s.Site, "#", s.Count))
	}
	if got := strings.Join(steps, " "); got != "3#1 4#1 2#1" || needed != 3 {
		t.Errorf("steps %s, want getInputStream, close, getOutputStream", got)
	}
	mined, err := mine.Mine("Socket", q.Of("Socket"), mine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if found, _ := r.Check(mined, Options{}); len(found) == 0 {
		t.Error("the mined automaton finds nothing")
	}
}

// TestFigure61Fixed waits for the child before the socket is closed.
func TestFigure61Fixed(t *testing.T) {
	for name, join := range map[string]string{
		"WaitGroup": "t2 exit; t1 join t2\n",
		"channel":   "t2 close c; t1 recv c; t1 recvclosed c\n",
	} {
		r := read(t, socket+join+closes)
		if found, stats := r.Check(parse(t, refined), Options{}); len(found) > 0 || !stats.Complete() {
			t.Errorf("%s: found %v", name, found)
		}
	}
	r := read(t, socket+"t2 close c; t1 recv c; t1 recvclosed c\n"+closes)
	if found, _ := r.Check(parse(t, refined), Options{Order: Hard}); len(found) != 1 {
		t.Errorf("with go and WaitGroup only: found %v, want 1", found)
	}
}

// TestRaces are the conditions of section 6.2.2, one by one.
func TestRaces(t *testing.T) {
	for name, tt := range map[string]struct {
		lines string
		race  bool
	}{
		"concurrent":         {"t1 go t2; t1 call o T.a; t2 call o T.b", true},
		"one goroutine":      {"t1 go t2; t1 call o T.a; t1 call o T.b", false},
		"two objects":        {"t1 go t2; t1 call o T.a; t2 call p T.b", false},
		"ordered by go":      {"t1 call o T.a; t1 go t2; t2 call o T.b", false},
		"ordered by channel": {"t1 go t2; t1 call o T.a; t1 makechan c 1; t1 send c; t1 sent c; t2 recv c; t2 received c; t2 call o T.b", false},
		"a common lock":      {"t1 go t2; t1 lock m; t1 call o T.a; t1 unlock m; t2 lock m; t2 call o T.b; t2 unlock m", false},
		"different locks":    {"t1 go t2; t1 lock m; t1 call o T.a; t1 unlock m; t2 lock n; t2 call o T.b; t2 unlock n", true},
		"shared locks":       {"t1 go t2; t1 rlock m; t1 call o T.a; t1 runlock m; t2 rlock m; t2 call o T.b; t2 runlock m", true},
		"reader and writer":  {"t1 go t2; t1 rlock m; t1 call o T.a; t1 runlock m; t2 lock m; t2 call o T.b; t2 unlock m", false},
	} {
		if got := len(read(t, tt.lines).Races(Soft)); (got > 0) != tt.race {
			t.Errorf("%s: %d races", name, got)
		}
	}
}

// TestDatabase keeps one call of those that happen one after the other, and still
// finds a race with the last of them.
func TestDatabase(t *testing.T) {
	var b strings.Builder
	b.WriteString("t1 go t2\n")
	for range 100 {
		b.WriteString("t1 call o T.a; t1 return o -\n")
	}
	b.WriteString("t1 makechan c 1; t1 send c; t1 sent c; t2 recv c; t2 received c\n")
	r := read(t, b.String())
	if got := kept(r.Calls); len(got) != 1 || got[0] != r.Calls[99] {
		t.Errorf("%d calls are kept, want the last one", len(got))
	}
	ordered := read(t, b.String()+"t2 call o T.b")
	after := read(t, b.String()+"t1 call o T.a; t2 call o T.b")
	if len(ordered.Races(Soft)) != 0 || len(after.Races(Soft)) != 1 {
		t.Errorf("ordered %v, after %v", ordered.Races(Soft), after.Races(Soft))
	}
}

// kept are the calls of one object in its database at the end.
func kept(calls []*Call) (list []*Call) {
	var db database
	for _, c := range calls {
		db = db.enter(c)
	}
	for _, g := range db {
		list = append(list, g.calls...)
	}
	return list
}

// TestDatabaseOfManyGoroutines keeps one call of each goroutine that only a lock
// keeps apart from the others, until one without the lock comes after them all.
func TestDatabaseOfManyGoroutines(t *testing.T) {
	const n = 50
	var locked, joined strings.Builder
	for g := 2; g < n+2; g++ {
		fmt.Fprintf(&locked, "t1 go t%d; t%[1]d lock m; t%[1]d call o T.a; t%[1]d call o T.a; t%[1]d unlock m; t%[1]d release k\n", g)
	}
	joined.WriteString(locked.String() + "t1 acquire k; t1 call o T.b\n")
	for text, want := range map[string]int{locked.String(): n, joined.String(): 1} {
		r := read(t, text)
		if got := kept(r.Calls); len(got) != want || len(r.Races(Soft)) != 0 {
			t.Errorf("%d calls are kept, want %d; races %v", len(got), want, r.Races(Soft))
		}
	}
}

// randomCalls are the lines of a program of three goroutines that call one object, with locks and without, and wake each other.
func randomCalls(seed int) (lines string) {
	lines = "t1 go t2; t1 go t3\n"
	for i := range 12 {
		x := (seed*7919 + i*104729 + seed*seed*i*31) >> 3
		g := 1 + x%3
		switch (x / 3) % 5 {
		case 0:
			section := [][2]string{{"lock m", "unlock m"}, {"rlock m", "runlock m"}, {"lock n", "unlock n"}, {"lock m; t%[1]d rlock n", "runlock n; t%[1]d unlock m"}}[(x/15)%4]
			lines += fmt.Sprintf("t%[1]d "+section[0]+"; t%[1]d call o T.a; t%[1]d "+section[1]+"\n", g)
		case 1:
			lines += fmt.Sprintf("t%d release k; t%d acquire k\n", g, 1+(x/15)%3)
		default:
			lines += fmt.Sprintf("t%d call o T.m%d\n", g, x/45%2)
		}
	}
	return lines
}

// TestDatabaseFindsWhatAllPairsDo compares with the condition on every pair.
func TestDatabaseFindsWhatAllPairsDo(t *testing.T) {
	some := 0
	for seed := range 300 {
		lines := randomCalls(seed)
		r := read(t, lines)
		want := false
		for i, c := range r.Calls {
			for _, d := range r.Calls[:i] {
				want = want || c.G != d.G && !c.after(d, Soft) && !excludes(c, d)
			}
		}
		if got := len(r.Races(Soft)) > 0; got != want {
			t.Fatalf("seed %d: race %v, all pairs %v in\n%s", seed, got, want, lines)
		}
		if want {
			some++
		}
	}
	if some == 0 || some == 300 {
		t.Errorf("%d of 300 have a race: they test nothing", some)
	}
}

// TestConcurrent: an object has a race if and only if one of its calls has a concurrent one. The relation is symmetric.
func TestConcurrent(t *testing.T) {
	alone, paired := 0, 0
	for seed := range 300 {
		lines := randomCalls(seed)
		r := read(t, lines)
		some := false
		for _, c := range r.Calls {
			d := r.Concurrent(c, Soft)
			if d == nil {
				alone++
				continue
			}
			some, paired = true, paired+1
			if d.G == c.G || r.Concurrent(d, Soft) == nil {
				t.Fatalf("seed %d: a call is concurrent with one that is concurrent with none, or its own goroutine's, in\n%s", seed, lines)
			}
			if d.Method == c.Method && hasOther(r, c) {
				t.Fatalf("seed %d: a call of the same method comes before one of another method in\n%s", seed, lines)
			}
		}
		if got := len(r.Races(Soft)) > 0; got != some {
			t.Fatalf("seed %d: race %v, concurrent calls %v in\n%s", seed, got, some, lines)
		}
	}
	if alone == 0 || paired == 0 {
		t.Errorf("%d calls alone, %d with another one: they test nothing", alone, paired)
	}
}

// hasOther reports whether a call is concurrent with one of another method, by the condition on each pair.
func hasOther(r *Recording, c *Call) bool {
	return slices.ContainsFunc(r.Calls, func(d *Call) bool {
		ordered := d.Seq < c.Seq && c.after(d, Soft) || d.Seq > c.Seq && d.after(c, Soft)
		return d.Method != c.Method && d.G != c.G && !excludes(c, d) && !ordered
	})
}

// TestMinedNoFurther checks no call after those that an automaton was mined from,
// and says how many there are; an automaton that a person wrote is obeyed to the end.
func TestMinedNoFurther(t *testing.T) {
	const more = 5
	r := read(t, strings.Repeat("t1 call o T.a; t1 return o -\n", mine.MaxSequence+more))
	q := &mine.Sequences{}
	r.Sequences("T", nil, q)
	mined, err := mine.Mine("T", q.Of("T"), mine.Options{Never: true})
	if err != nil {
		t.Fatal(err)
	}
	if found, _ := r.Check(mined, Options{}); len(found) != 0 || r.Unchecked(mined) != more {
		t.Errorf("%d violations, %d calls unchecked", len(found), r.Unchecked(mined))
	}
	written := *mined
	written.Origin = ""
	if found, _ := r.Check(&written, Options{}); len(found) != 1 || r.Unchecked(&written) != 0 {
		t.Errorf("%d violations of the automaton as if it were written, %d calls unchecked", len(found), r.Unchecked(&written))
	}
}

// TestNoMoreThanNeeded keeps of a type whose automaton is mined what it is mined from,
// as if there were all calls, and all calls of another type.
func TestNoMoreThanNeeded(t *testing.T) {
	const more = 5
	var lines strings.Builder
	for _, typ := range []string{"Mined", "Written"} {
		lines.WriteString(strings.Repeat("t1 call "+typ+" "+typ+".a; t1 return "+typ+" -\n", mine.MaxSequence+more))
	}
	all := read(t, lines.String())
	some := readWhole(t, lines.String(), func(typ string) bool { return typ == "Written" })
	for typ, want := range map[string]int{"Mined": mine.MaxSequence + 1, "Written": mine.MaxSequence + more} {
		n := 0
		for _, c := range some.Calls {
			if c.Type == typ {
				n++
			}
		}
		if n != want {
			t.Errorf("%d calls of %s are kept, want %d", n, typ, want)
		}
		var q, r mine.Sequences
		all.Sequences(typ, nil, &q)
		some.Sequences(typ, nil, &r)
		if !reflect.DeepEqual(q, r) {
			t.Errorf("%s: other sequences", typ)
		}
		mined, err := mine.Mine(typ, r.Of(typ), mine.Options{Never: true})
		if err != nil || some.Unchecked(mined) != more {
			t.Errorf("%s: %d calls unchecked, %v", typ, some.Unchecked(mined), err)
		}
	}
}

// TestOutcomes reads how calls ended, nested ones too, and cuts sequences there.
func TestOutcomes(t *testing.T) {
	r := read(t, `
t1 call o T.a; t1 call p U.b; t1 unwind p; t1 return o why
t1 call o T.c; t1 return o EOF
t1 call o T.d
`)
	var got []string
	for _, c := range r.Calls {
		got = append(got, fmt.Sprint(c.Method, c.Outcome, c.Failed()))
	}
	if want := []string{"a2 true", "b3 true", "c2 false", "d0 false"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var q mine.Sequences
	r.Sequences("T", nil, &q)
	r.Sequences("U", nil, &q)
	if got := fmt.Sprint(q.Of("T"), q.Of("U")); got != "[{[a] 1 true}] [{[b] 1 true}]" { // which failed wherever they were called
		t.Errorf("sequences %s", got)
	}
	if r.Objects("T") != 1 || !slices.Equal(r.Types(), []string{"T", "U"}) {
		t.Errorf("types %v", r.Types())
	}
}

// TestDownloadQueue is figure 9.5: size comes before getNextInQueue, and two
// spiders that both saw the last element can break it.
func TestDownloadQueue(t *testing.T) {
	const queue = "type DownloadQueue\nstate asked\n  size -> known\n  queueURL -> asked\nstate known\n  size queueURL -> known\n  getNextInQueue -> asked\n"
	const run = `
t1 call q DownloadQueue.queueURL; t1 return q -
t1 go t2; t1 go t3
t2 call q DownloadQueue.size; t2 return q -
t2 lock m; t2 call q DownloadQueue.getNextInQueue; t2 return q -; t2 unlock m
t3 call q DownloadQueue.size; t3 return q -
t3 lock m; t3 call q DownloadQueue.getNextInQueue; t3 return q -; t3 unlock m
`
	r := read(t, run)
	found, _ := r.Check(parse(t, queue), Options{})
	if len(found) == 0 || found[0].Call.Method != "getNextInQueue" || !strings.HasPrefix(methods(found[0].Path), "queueURL size size getNextInQueue getNextInQueue") {
		t.Errorf("found %v", found)
	}
	fixed := strings.ReplaceAll(strings.ReplaceAll(run, "getNextInQueue; t2 return q -; t2 unlock m", "getNextInQueue; t2 return q -; t2 unlock m"), "call q DownloadQueue.size; t2 return q -\nt2 lock m;", "lock m; t2 call q DownloadQueue.size; t2 return q -;")
	fixed = strings.ReplaceAll(fixed, "call q DownloadQueue.size; t3 return q -\nt3 lock m;", "lock m; t3 call q DownloadQueue.size; t3 return q -;")
	if found, _ := read(t, fixed).Check(parse(t, queue), Options{}); len(found) > 0 {
		t.Errorf("size and getNextInQueue in one section: found %s", methods(found[0].Path))
	}
}

// TestObserved recognises a violation in another run.
func TestObserved(t *testing.T) {
	v, _ := read(t, socket+closes).Check(parse(t, refined), Options{})
	again := read(t, `
t1 call s Socket.connect; t1 return s -
t1 go t2
t2 call x Other.nothing; t2 return x -
t1 call s Socket.getInputStream; t1 return s -
t1 call s Socket.close; t1 return s -
t2 call s Socket.getOutputStream; t2 return s closed
`)
	for _, c := range again.Calls { // the sites of the first run
		c.Site = map[string]int{"connect": 1, "getOutputStream": 2, "getInputStream": 3, "close": 4, "nothing": 5}[c.Method]
	}
	c := again.Observed(v[0])
	if c == nil || !c.Failed() || c.Err != "closed" {
		t.Errorf("observed %+v", c)
	}
	if c := read(t, socket+closes).Observed(v[0]); c != nil {
		t.Errorf("observed %+v in the run that was harmless", c)
	}
}

// TestSeen tells an order that the channel of the run excludes from one that all
// leaves open.
func TestSeen(t *testing.T) {
	for order, want := range map[string]bool{"": true, "t2 close c; t1 recv c; t1 recvclosed c\n": false} {
		found, _ := read(t, socket+order+closes).Check(parse(t, refined), Options{Order: Hard})
		if len(found) == 0 || found[0].RespectsSoft() != want {
			t.Errorf("with %q: %d found, want some that the run leaves open: %t", order, len(found), want)
		}
	}
}
