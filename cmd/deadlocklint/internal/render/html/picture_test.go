package html

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestBars compares the bars of random runs with what is held.
func TestBars(t *testing.T) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		f, want := randomRun(r)
		tl := recorded(f, letters(f))
		var rows []row
		for _, p := range tl.Earlier {
			rows = append(rows, p.Rows...)
		}
		rows = append(rows, tl.Rows...)
		if len(rows) != len(want) {
			t.Fatalf("seed %d: %d rows for %d steps", seed, len(rows), len(want))
		}
		for i, row := range rows {
			for g, c := range row.Cells {
				if got := lettersOf(c); got != want[i][g] {
					t.Fatalf("seed %d, step %d, goroutine %d: bars %q, holds %q", seed, i, g, got, want[i][g])
				}
				if len(c.Bars) > c.Tracks {
					t.Fatalf("seed %d: %d bars in %d tracks", seed, len(c.Bars), c.Tracks)
				}
			}
		}
	}
}

func lettersOf(c cell) string {
	var list []string
	for _, b := range c.Bars {
		if b.Letter != "" {
			list = append(list, b.Letter)
		}
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// randomRun is a run of three goroutines with five locks, and what each holds
// during each step: a lock is still held in the step that releases it.
func randomRun(r *rand.Rand) (report.Finding, [][]string) {
	f := report.Finding{Timeline: &report.Timeline{}, Goroutines: make([]report.Goroutine, 3)}
	held := []map[int]int{{}, {}, {}}
	letterOf := map[int]string{}
	var want [][]string
	for range 120 {
		g, lock, op := r.Intn(3), r.Intn(5), "lock"
		if held[g][lock] > 0 && r.Intn(3) > 0 {
			op = "unlock"
		} else {
			if letterOf[lock] == "" {
				letterOf[lock] = letter(len(letterOf))
			}
			held[g][lock]++
		}
		f.Timeline.Moments = append(f.Timeline.Moments, report.Moment{Goroutine: g, Step: report.Step{Op: op, Class: fmt.Sprint(lock)}})
		var state []string
		for _, h := range held {
			var list []string
			for l := range maps.Keys(h) {
				list = append(list, letterOf[l])
			}
			slices.Sort(list)
			state = append(state, strings.Join(list, ""))
		}
		want = append(want, state)
		if op == "unlock" {
			if held[g][lock]--; held[g][lock] == 0 {
				delete(held[g], lock)
			}
		}
	}
	return f, want
}

// TestLayers compares random graphs with reachability: classes of one cycle are
// in one layer, and everything else leads to the right.
func TestLayers(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		var classes []string
		for i := range 2 + r.Intn(9) {
			classes = append(classes, fmt.Sprint(i))
		}
		var rows []orderRow
		reach := map[[2]string]bool{}
		for range r.Intn(2 * len(classes)) {
			a, b := classes[r.Intn(len(classes))], classes[r.Intn(len(classes))]
			rows = append(rows, orderRow{Held: a, Wanted: b})
			reach[[2]string{a, b}] = true
		}
		for _, k := range classes {
			for _, a := range classes {
				for _, b := range classes {
					if reach[[2]string{a, k}] && reach[[2]string{k, b}] {
						reach[[2]string{a, b}] = true
					}
				}
			}
		}
		l := newLayers(slices.Clone(classes), rows)
		layer, n := map[string]int{}, 0
		for i, names := range l.names {
			for _, c := range names {
				layer[c] = i
				n++
			}
		}
		if n != len(classes) {
			t.Fatalf("seed %d: %d of %d classes have a place", seed, n, len(classes))
		}
		bad := l.cyclic()
		for _, row := range rows {
			cycle := reach[[2]string{row.Wanted, row.Held}] || row.Held == row.Wanted
			if bad(row.Held, row.Wanted) != cycle {
				t.Fatalf("seed %d: %s is in a cycle: %t", seed, row, cycle)
			}
			if !cycle && layer[row.Held] >= layer[row.Wanted] {
				t.Fatalf("seed %d: %s does not lead to the right", seed, row)
			}
		}
		for _, c := range classes {
			if l.inCycle(c) != reach[[2]string{c, c}] {
				t.Fatalf("seed %d: %s in a cycle: %t", seed, c, reach[[2]string{c, c}])
			}
		}
	}
}

// TestLargeLockOrder: what does not fit into the picture is said, and what
// findings are about is drawn first.
func TestLargeLockOrder(t *testing.T) {
	var order []report.OrderEdge
	for i := range 2000 {
		order = append(order, report.OrderEdge{Held: fmt.Sprintf("p.A%d", i), Wanted: fmt.Sprintf("p.A%d", i+1), Count: 1})
	}
	g := newGraph([]report.Finding{transfer()}, order)
	if len(g.Nodes) != maxNodes || g.Hidden != 2002-maxNodes {
		t.Errorf("%d classes drawn, %d hidden", len(g.Nodes), g.Hidden)
	}
	if !slices.ContainsFunc(g.Nodes, func(n node) bool { return n.Full == account && n.Cycle }) {
		t.Error("the class of the finding is not drawn as one in a cycle")
	}
	if len(g.Rows) != maxPairs || g.More != 2001-maxPairs || g.Rows[0].Held != account {
		t.Errorf("%d rows, %d more, first %v", len(g.Rows), g.More, g.Rows[0])
	}
}

// TestWhoWaits: the sentences are the picture.
func TestWhoWaits(t *testing.T) {
	rw := func(op string) report.Step { return report.Step{Op: op, Class: "p.rw"} }
	slot := report.Step{Op: "lock", Class: "p.ch"}
	for _, c := range []struct {
		name string
		gs   []report.Goroutine
		want []string
	}{
		{"cycle", transfer().Goroutines, []string{
			"goroutine 1 waits for " + account + " #2, which goroutine 2 holds",
			"goroutine 2 waits for " + account + " #1, which goroutine 1 holds"}},
		{"nobody", lostSignal().Goroutines, []string{"goroutine waiter waits for a wake-up by example.com/bank.Queue.ready"}},
		{"itself", []report.Goroutine{{Name: "1", Steps: []report.Step{rw("lock"), rw("request")}}},
			[]string{"goroutine 1 waits for p.rw, which it holds itself"}},
		{"behind a writer", []report.Goroutine{{Name: "1", Steps: []report.Step{rw("rlock"), rw("rrequest")}}, {Name: "2", Steps: []report.Step{rw("request")}}},
			[]string{"goroutine 1 waits for p.rw (shared), which it holds itself, behind the writer goroutine 2", "goroutine 2 waits for p.rw, which goroutine 1 holds"}},
		{"slots", []report.Goroutine{{Name: "1", Steps: []report.Step{slot}}, {Name: "2", Steps: []report.Step{slot, rw("request")}}, {Name: "3", Steps: []report.Step{slot, rw("lock")}}},
			[]string{"goroutine 1 waits for p.ch, which goroutine 2 holds", "goroutine 1 waits for p.ch, which goroutine 3 holds", "goroutine 2 waits for p.rw", "goroutine 3 waits for p.rw"}},
	} {
		f := report.Finding{Goroutines: c.gs}
		got := newCycle(f, letters(f))
		if !slices.Equal(got.Sentences, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got.Sentences, c.want)
		}
		for _, b := range got.Boxes {
			if b.X < 0 || b.Y < 0 || b.X+b.W > got.Width || b.Y+b.H > got.Height {
				t.Errorf("%s: the box %s is out of the picture", c.name, b.Name)
			}
		}
	}
}

// TestReadersWaitLast: a reader waits only after a writer that waits already.
func TestReadersWaitLast(t *testing.T) {
	f := report.Finding{Goroutines: []report.Goroutine{
		{Name: "1", Steps: []report.Step{{Op: "rlock", Class: "p.rw"}, {Op: "rrequest", Class: "p.rw"}}},
		{Name: "2", Steps: []report.Step{{Op: "request", Class: "p.rw"}}},
	}}
	var got []string
	for _, r := range ending(f, letters(f)).Rows {
		for g, c := range r.Cells {
			if c.Act != nil {
				got = append(got, fmt.Sprint(g+1, " ", c.Act.Words))
			}
		}
	}
	if want := []string{"1 holds p.rw (shared)", "2 waits for p.rw", "1 waits for p.rw (shared)"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
