package typestate

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// ways are the ways in which manyObjects uses an object: goroutine, method and what
// goes around the call.
var ways = [][]string{
	{"1a", "2b", "1c"}, {"1a", "2b", "3b"}, {"2a l", "3a l", "1c"}, {"1a", "2a !", "1b"}, {"3b l", "2b l"}, {"1a s", "2b r", "2a"},
}

// manyObjects is a trace in which three goroutines use n objects, each in one of a few
// ways, several objects at a time.
func manyObjects(r *rand.Rand, n int) string {
	var b strings.Builder
	b.WriteString("t1 makechan c 100; t1 go t2; t1 go t3\n")
	type use struct {
		object int
		left   []string
	}
	var open []use
	for made := 0; made < n || len(open) > 0; {
		if made < n && len(open) < 3 {
			open = append(open, use{made, ways[r.IntN(len(ways))]})
			made++
		}
		i := r.IntN(len(open))
		step, around, _ := strings.Cut(open[i].left[0], " ")
		g, failed := step[:1], "-"
		if around == "!" {
			failed = "broken"
		}
		call := fmt.Sprintf("t%[1]s call o%[2]d T.%[3]s; t%[1]s return o%[2]d %[4]s", g, open[i].object, step[1:], failed)
		switch around {
		case "l":
			call = fmt.Sprintf("t%[1]s lock m%[3]d; %[2]s; t%[1]s unlock m%[3]d", g, call, open[i].object)
		case "s":
			call = fmt.Sprintf("%[2]s; t%[1]s release k%[3]d", g, call, open[i].object)
		case "r":
			call = fmt.Sprintf("t%[1]s acquire k%[3]d; %[2]s", g, call, open[i].object)
		}
		b.WriteString(call + "\n")
		if open[i].left = open[i].left[1:]; len(open[i].left) == 0 {
			open = slices.Delete(open, i, i+1)
		}
	}
	return b.String()
}

const threeMethods = "type T\nstate 0 final\n  a -> 1\n  b -> 0\nstate 1 final\n  c -> 0\n"

// answers is what may be asked of a recording.
func answers(t *testing.T, r *Recording) []string {
	var list []string
	for _, text := range []string{threeMethods, strings.Replace(threeMethods, "T\n", "T\norigin mined k=2\n", 1)} {
		for _, o := range []Order{Soft, Hard} {
			found, _ := r.Check(parse(t, text), Options{Order: o, Lattice: lattice.Options{Exhaustive: true}})
			for _, v := range found {
				list = append(list, fmt.Sprint(o, v.State, v.Order(), v.Observed, v.Call.Seq))
				steps, needed := v.Steps()
				list = append(list, fmt.Sprint(steps, needed))
			}
			for _, race := range r.Races(o) {
				list = append(list, "race of "+race.Type)
			}
		}
	}
	var q mine.Sequences
	r.Sequences("T", nil, &q)
	for _, s := range q.Of("T") {
		list = append(list, fmt.Sprint(s))
	}
	var pairs []string
	for _, p := range r.Pairs("T") {
		pairs = append(pairs, fmt.Sprint("pair ", p.Before.Site, p.Call.Site))
	}
	slices.Sort(pairs)
	return append(append(list, pairs...), fmt.Sprint(r.Objects("T")))
}

// TestFoldedAnswers compares a recording in which objects that are used alike are one
// with the one that has all calls.
func TestFoldedAnswers(t *testing.T) {
	folded := 0
	for seed := range uint64(150) {
		lines := manyObjects(rand.New(rand.NewPCG(seed, 4)), 40)
		all := read(t, lines)
		some := readWhole(t, lines, func(string) bool { return false })
		if got, want := answers(t, some), answers(t, all); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %q, want %q", seed, got, want)
		}
		folded += len(all.Calls) - len(some.Calls)
	}
	if folded < 1000 {
		t.Errorf("%d calls are folded: too few to tell", folded)
	}
}

// TestFold keeps one of the objects that are used alike, and all that differ in something.
func TestFold(t *testing.T) {
	const a, b = "t2 call o%[1]d T.a; t2 return o%[1]d -\n", "t1 call o%[1]d T.b; t1 return o%[1]d -\n"
	for _, c := range []struct {
		name, use, other string
		want             int // objects that are kept
	}{
		{"alike", a + b, a + b, 1},
		{"another order", a + b, b + a, 2},
		{"another outcome", a + b, strings.Replace(a+b, "-", "broken", 1), 2},
		{"another lock", a + b, "t2 lock m; " + strings.Replace(a, "\n", "", 1) + "; t2 unlock m\n" + b, 2},
		{"another order of what happens", a + b, a + "t2 release k; t1 acquire k\n" + b, 2},
		{"never over", a + b, "t2 call o%[1]d T.a\n", 12},
	} {
		var lines strings.Builder
		lines.WriteString("t1 go t2\n")
		for i := range 20 {
			use := c.use
			if i >= 10 {
				use = c.other
			}
			lines.WriteString(fmt.Sprintf(use, i) + "t1 release x; t2 acquire x; t2 release x; t1 acquire x\n")
		}
		text := strings.ReplaceAll(lines.String(), "%!(EXTRA int=", "#")
		r := readWhole(t, text, func(string) bool { return false })
		if len(r.order) != c.want && c.name != "never over" || r.Objects("T") != 20 {
			t.Errorf("%s: %d objects are kept, want %d, of %d", c.name, len(r.order), c.want, r.Objects("T"))
		}
	}
}

// TestFoldByGoroutine keeps a few objects of many that goroutines of their own use.
func TestFoldByGoroutine(t *testing.T) {
	const n = 50
	var lines strings.Builder
	for g := range n {
		fmt.Fprintf(&lines, "t1 go t%[1]d @main.go:1; t%[1]d call o%[1]d T.a; t%[1]d return o%[1]d -; t1 call o%[1]d T.b; t1 return o%[1]d -; t%[1]d exit\n", g+2)
	}
	tr := traceOf(t, lines.String())
	var events []trace.Event
	for _, e := range tr.trace.Events {
		if e.Op == trace.OpCall || e.Op == trace.OpReturn { // the same place for all
			e.Aux = uint16(1 + slices.Index([]string{"a", "b"}, tr.methods[e.Aux]))
		}
		if events = append(events, e); e.Op == trace.OpGo {
			events = append(events, trace.Event{Seq: e.Seq, G: e.G, Op: trace.OpAbs, Obj: e.Obj, Arg: 100 + e.Obj, Aux: uint16(trace.AbsIndex)})
		}
	}
	var known Preview
	for _, e := range events {
		known.Note(e)
	}
	r := NewReader(tr.trace, &known, "", func(site int) string { return "ab"[site-1 : site] }, nil)
	for _, e := range events {
		r.Add(e)
	}
	rec := r.Recording()
	if kept := len(rec.order); kept != maxAlike || rec.Objects("T") != n || rec.Others != n-maxAlike {
		t.Errorf("%d objects are kept of %d, %d others", kept, rec.Objects("T"), rec.Others)
	}
}

// TestMaxHeld leaves out the calls on further objects when there are many, and counts them.
func TestMaxHeld(t *testing.T) {
	var known Preview
	tr := traceOf(t, "t1 go t2\nt1 call o T.a; t1 return o -; t1 call p T.a; t1 return p -; t1 call o T.b; t1 return o -\n")
	r := NewReader(tr.trace, &known, "", tr.method, nil)
	r.maxHeld = 1
	for _, e := range tr.trace.Events {
		r.Add(e)
	}
	if rec := r.Recording(); len(rec.Calls) != 2 || rec.Omitted["T"] != 1 {
		t.Errorf("%d calls are held, %d left out", len(rec.Calls), rec.Omitted["T"])
	}
}
