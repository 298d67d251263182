package transcript

import (
	"fmt"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// does is a step of a goroutine: its operation, in a call, at a line.
func does(g int, op, call string, line int) report.ExploredStep {
	return report.ExploredStep{Goroutine: g, Count: 1, Call: call, Step: report.Step{Op: op, Pos: fmt.Sprintf("m.go:%d", line)}}
}

func number(list []report.ExploredStep) []report.ExploredStep {
	for i := range list {
		list[i].Number = i + 1
	}
	return list
}

// told is each step with its first one, how many it stands for and what it says.
func told(list []report.ExploredStep) (words []string) {
	for _, s := range list {
		words = append(words, fmt.Sprintf("g%d %d+%d %s", s.Goroutine, s.Number, s.Count, s.Words()))
	}
	return words
}

// What the standard library does in one call is one step, and so is what is repeated; the
// others stay as they are.
func TestFoldCalls(t *testing.T) {
	const lock = "sync.(*Mutex).Lock"
	waits := does(1, "recv", "", 7)
	waits.Waits = true
	list := number([]report.ExploredStep{
		does(0, "begin", "", 0), does(0, "request", lock, 3), does(0, report.OpCall, lock, 3), does(0, report.OpCall, lock, 3), does(0, report.OpCall, "fmt.Println", 4), does(0, report.OpCall, "fmt.Println", 4),
		does(1, "begin", "", 0), does(0, "yield", "", 5), does(0, "yield", "", 5), does(0, "yield", "", 6), waits, does(1, "recv", "", 7),
	})
	for i := range list {
		if list[i].Op == "yield" || list[i].Op == "recv" || list[i].Op == "request" {
			list[i].Class = "c"
		}
	}
	want := []string{"g0 2+3 locks c", "g0 5+2 calls fmt.Println (2 steps)", "g1 7+1 begins", "g0 8+2 offers its turn 2 times", "g0 10+1 offers its turn", "g1 11+1 receives from c", "g1 12+1 receives from c"}
	if got := told(foldCalls(list)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The middle of a long stretch is folded, but for what matters; one that is not long is told.
func TestFoldStretches(t *testing.T) {
	var list []report.ExploredStep
	for i := range 20 {
		list = append(list, does(0, "close", "", i))
	}
	list[10].Fails = true
	list = append(list, does(1, "close", "", 20))
	list[20].Preempts = true
	short := number(list[:2*stretchEnds+1])
	if got := foldStretches(short); !slices.Equal(got, short) {
		t.Errorf("a short stretch became %q", told(got))
	}
	got := foldStretches(number(list))
	want := []string{"4+4", "15+3"}
	var folds []string
	n := 0
	for _, s := range got {
		if n += s.Count; s.Folded {
			folds = append(folds, fmt.Sprintf("%d+%d", s.Number, s.Count))
		}
	}
	if !slices.Equal(folds, want) || n != len(list) || !got[7].Fails || !got[len(got)-1].Preempts {
		t.Errorf("%q", told(got))
	}
}

// Of a schedule that is still long the first and last steps are told, and where goroutines
// ended in between.
func TestFoldMiddle(t *testing.T) {
	var list []report.ExploredStep
	for i := range 500 {
		list = append(list, does(i%2, "close", "", i))
	}
	list[250].Last = true
	got := foldMiddle(number(list))
	n, last := 0, false
	for _, s := range got {
		n += s.Count
		last = last || s.Last && s.Number == 251
	}
	if n != 500 || !last || len(got) != shownFirst+shownLast+3 || got[shownFirst].Goroutine != -1 || got[len(got)-1].Number != 500 {
		t.Errorf("%d steps: %q", n, told(got))
	}
	if short := number(list[:shownFirst+shownLast]); len(foldMiddle(short)) != len(short) {
		t.Error("a short schedule is folded")
	}
}

// Objects get the numbers of the finding, and two never the same one.
func TestAlignSchedule(t *testing.T) {
	step := func(g int, object string, line int) report.ExploredStep {
		s := does(g, "request", "", line)
		s.Class, s.Object = "p.mu", object
		return s
	}
	finding := []report.Goroutine{
		{Name: "1", Steps: []report.Step{{Op: "go", Pos: "m.go:1:2"}, {Op: "lock", Class: "p.mu", Object: "#1", Pos: "m.go:3:1"}, {Op: "request", Class: "p.mu", Object: "#2", Pos: "m.go:4"}}},
		{Name: "2", Steps: []report.Step{{Op: "go", Pos: "m.go:2:2"}, {Op: "lock", Class: "p.mu", Object: "#2", Pos: "m.go:3"}, {Op: "request", Class: "p.mu", Object: "#1", Pos: "m.go:4"}}},
	}
	run := func(objects ...string) *report.Explored {
		x := &report.Explored{Goroutines: []report.ExploredGoroutine{{Name: "g1", Pos: "m.go:2"}, {Name: "g2", Pos: "m.go:1"}}}
		x.Steps = []report.ExploredStep{step(0, objects[0], 3), step(1, objects[1], 3), step(1, objects[0], 4), step(0, objects[1], 4), step(0, objects[2], 9)}
		x.Steps[2].Last, x.Steps[3].Last = true, true
		return x
	}
	x := run("#1", "#2", "#3")
	if alignSchedule(x, finding); x.Goroutines[0].Finding != "2" || x.Goroutines[1].Finding != "1" || x.Steps[0].Object != "#2" || x.Steps[2].Object != "#2" || x.Steps[1].Object != "#1" || x.Steps[4].Object != "#3" {
		t.Errorf("goroutines %v, steps %v", x.Goroutines, x.Steps)
	}
	x = run("#3", "#1", "#2")
	if alignSchedule(x, finding); x.Steps[0].Object != "#3" || x.Steps[4].Object != "#2" {
		t.Errorf("two objects have one name: %v", x.Steps)
	}
	x = run("#1", "#2", "#3")
	if alignSchedule(x, nil); x.Goroutines[0].Finding != "" || x.Steps[0].Object != "#1" {
		t.Errorf("goroutines of nothing: %v", x.Goroutines)
	}
}

// TestDecisiveOfOthers: a goroutine waits for a wake-up, and what the others do with its lock
// later is decisive; steps that have nothing to do with it are not.
func TestDecisiveOfOthers(t *testing.T) {
	at := func(lane int, op, class string, last bool) report.ExploredStep {
		return report.ExploredStep{Goroutine: lane, Count: 1, Last: last, Step: report.Step{Op: op, Class: class, Pos: "a.go:" + op}}
	}
	x := &report.Explored{Goroutines: []report.ExploredGoroutine{{Name: "g0", End: report.EndBlocked}, {Name: "g1"}}}
	x.Steps = []report.ExploredStep{at(0, "request", "p.mu", false), at(0, "wait", "p.more", true), at(1, "wgadd", "p.wg", false), at(1, "request", "p.mu", false), at(1, "send", "p.other", true)}
	waits := report.Goroutine{Name: "1", Steps: []report.Step{{Op: "wait", Class: "p.more", Pos: "a.go:wait"}}}
	if at := decisive(x, []report.Goroutine{waits}); at != 3 {
		t.Errorf("step %d is decisive, and not 3", at)
	}
}

// The steps around a preemption stay where the middle is folded, of the last preemptions when there are many.
func TestFoldMiddleKeepsPreemptions(t *testing.T) {
	preempted := func(every int) (kept, steps int) {
		var list []report.ExploredStep
		for i := range 400 {
			s := does(i%3, "close", "", i)
			s.Preempts = i >= shownFirst && i < 400-shownLast && i%every == 0
			list = append(list, s)
		}
		got := foldMiddle(number(list))
		for i, s := range got {
			if s.Preempts {
				kept++
				if got[i-1].Number != s.Number-1 || got[i+1].Number != s.Number+1 {
					t.Errorf("the steps around step %d are folded", s.Number)
				}
			}
		}
		return kept, len(got)
	}
	if kept, steps := preempted(200); kept != 1 || steps != shownFirst+shownLast+2*stretchEnds+2 {
		t.Errorf("of one preemption %d are kept, in %d steps", kept, steps)
	}
	if kept, _ := preempted(10); kept != shownPreemptions {
		t.Errorf("of many preemptions %d are kept, want %d", kept, shownPreemptions)
	}
}

// Rounds that are alike are told once. Two rounds, a round with another operation, and the end of a goroutine are told.
func TestFoldRounds(t *testing.T) {
	spin := func(rounds int) (list []report.ExploredStep) {
		for range rounds {
			list = append(list, does(1, "yield", "", 3), does(2, "yield", "", 4))
		}
		return list
	}
	list := append([]report.ExploredStep{does(0, "close", "", 1)}, spin(5)...)
	list = append(list, does(1, "close", "", 5))
	list = append(list, spin(2)...)
	list = append(list, spin(3)...)
	list[len(list)-1].Last = true
	number(list)
	want := []string{
		"g0 1+1 " + list[0].Words(), "g1 2+1 offers its turn", "g2 3+1 offers its turn", "g-1 4+8 the 2 steps before, 4 times more", "g1 12+1 " + list[11].Words(),
		"g1 13+1 offers its turn", "g2 14+1 offers its turn", "g-1 15+6 the 2 steps before, 3 times more", "g1 21+1 offers its turn", "g2 22+1 offers its turn",
	}
	if got := told(foldRounds(list)); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	preempted := number(spin(4))
	preempted[4].Preempts = true
	if got := foldRounds(preempted); len(got) != len(preempted) {
		t.Errorf("a preemption is folded: %q", told(got))
	}
	if two := number(spin(2)); len(foldRounds(two)) != len(two) {
		t.Errorf("two rounds became %q", told(foldRounds(two)))
	}
}
