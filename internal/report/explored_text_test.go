package report

import (
	"slices"
	"strings"
	"testing"
)

// sampleExplored is a run in which g1 is preempted and blocked, and g0 fails.
func sampleExplored() *Explored {
	at := func(g, n int, op, class, pos string) ExploredStep {
		return ExploredStep{Goroutine: g, Number: n, Count: 1, Step: Step{Op: op, Class: class, Pos: pos}}
	}
	x := &Explored{Test: "TestTransfer", Schedule: 5, Length: 50, Preempted: 1}
	x.Goroutines = []ExploredGoroutine{{Name: "g0", End: EndDone}, {Name: "g1", Finding: "2", Pos: "a_test.go:2", End: EndBlocked}}
	x.Steps = []ExploredStep{
		at(0, 1, "go", "", "a_test.go:2"), at(1, 2, "request", "p.mu", "a.go:4:2"), at(0, 3, "wgadd", "p.wg", "a_test.go:3"), at(1, 4, "recv", "p.c", "a.go:5:9"),
		at(0, 5, OpCall, "", "a_test.go:4"), {Goroutine: -1, Number: 21, Count: 29, Folded: true}, at(0, 50, OpCall, "", ""),
	}
	x.Steps[2].Preempts, x.Steps[2].Call = true, "sync.(*WaitGroup).Done"
	x.Steps[3].Waits, x.Steps[3].Last = true, true
	x.Steps[4].Call, x.Steps[4].Count, x.Steps[4].Fails = "testing.(*common).Error", 16, true
	x.Steps[6].Call, x.Steps[6].Last = "testing", true
	return x
}

// The text has a line for each step, with what comes of it.
func TestScheduleText(t *testing.T) {
	var b strings.Builder
	h := NewText(&b, TextOptions{})
	f := Finding{ID: "1", Check: CheckSchedule, Status: StatusConfirmed, Message: "fails", Explored: sampleExplored()}
	if err := h.Finding(f); err != nil {
		t.Fatal(err)
	}
	const want = `  schedule 5 of TestTransfer: 50 steps, 1 preemption
    g0               starts a goroutine  a_test.go:2
    g1, goroutine 2  locks p.mu  a.go:4:2
    g0               preempts g1: counts down p.wg  a_test.go:3
    g1, goroutine 2  receives from p.c, blocked  a.go:5:9
    g0               calls testing.(*common).Error (16 steps), the test fails  a_test.go:4
                     29 steps of several goroutines
    g0               in package testing, ends
`
	if !strings.Contains(b.String(), want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A long schedule has the steps around its preemptions and the last ones. One that names no goroutine is left out.
func TestScheduleTextCut(t *testing.T) {
	write := func(x *Explored, verbose bool) string {
		p := page{opt: TextOptions{Width: DefaultWidth, Verbose: verbose}}
		p.schedule(Finding{Explored: x})
		return p.String()
	}
	x := sampleExplored()
	for len(x.Steps) < 60 {
		x.Steps = append(x.Steps, x.Steps[1])
	}
	if got := write(x, false); !strings.Contains(got, "preempts g1: counts down p.wg") || !strings.Contains(got, "36 lines between, which -v shows") || strings.Count(got, "\n") != maxScheduleSteps+2 {
		t.Errorf("cut: %s", got)
	}
	late := *x
	late.Steps = slices.Concat(x.Steps[4:40], x.Steps[:4])
	if got := write(&late, false); !strings.Contains(got, "    16 lines before, which -v shows") || strings.Contains(got, "between") || strings.Count(got, "\n") != maxScheduleSteps+2 {
		t.Errorf("preempted at the end: %s", got)
	}
	many := *x
	many.Steps = slices.Repeat(x.Steps[:4], 30)
	if got := write(&many, false); strings.Count(got, "preempts g1") != maxScheduleSteps/4 || strings.Count(got, "\n") != maxScheduleSteps+2 {
		t.Errorf("preempted often: %s", got)
	}
	if got := write(x, true); strings.Count(got, "\n") != 61 {
		t.Errorf("whole: %s", got)
	}
	x.Steps[3].Goroutine = 2
	if got := write(x, true); got != "" {
		t.Errorf("damaged: %s", got)
	}
	if got := write(nil, true); got != "" {
		t.Errorf("nothing: %s", got)
	}
}

func TestScheduleWords(t *testing.T) {
	for _, c := range []struct {
		s    ExploredStep
		want string
	}{
		{ExploredStep{Count: 3, Times: 3, Step: Step{Op: "send", Class: "p.c"}}, "sends on p.c 3 times"},
		{ExploredStep{Resumes: true, Step: Step{Op: "rrequest", Class: "p.rw", Object: "#2"}}, "goes on: read-locks p.rw #2"},
		{ExploredStep{Call: "panic", Step: Step{Op: OpCall}}, "runs deferred functions"},
		{ExploredStep{Call: "sync/atomic.(*Int64).Add", Step: Step{Op: "load", Object: "o7"}}, "calls sync/atomic.(*Int64).Add of object o7"},
		{ExploredStep{Step: Step{Op: "wrote", Object: "o7"}}, "writes object o7"},
		{ExploredStep{Times: 2, Step: Step{Op: "read"}}, "reads memory of its own 2 times"},
		{ExploredStep{Resumes: true, Step: Step{Op: OpWake}}, "goes on after its wait"},
		{ExploredStep{Folded: true, Count: 1}, "1 step"},
		{ExploredStep{Step: Step{Op: "op?", Class: "p.x"}}, "op? p.x"},
	} {
		if got := c.s.Words(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	x := &Explored{Schedule: -1, Test: "TestA", Length: 1, Goroutines: []ExploredGoroutine{{End: EndCut}, {End: EndFailed}}}
	if got, want := x.Title(), "the base schedule of TestA: 1 step, 0 preemptions"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for want, s := range map[string]ExploredStep{"could have gone on": {Last: true}, "ends the process": {Goroutine: 1, Last: true}, "has to wait": {Waits: true, Step: Step{Op: "recv"}}, "then has to wait": {Waits: true, Step: Step{Op: "unlock"}}, "": {}} {
		if got := s.Outcome(x); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The order that a search found has values, conditions and what was left out.
func TestSearchedOrderText(t *testing.T) {
	at := func(g int, op, class, value string) ExploredStep {
		return ExploredStep{Goroutine: g, Count: 1, Step: Step{Op: op, Class: class, Pos: "a.go:4"}, Value: value}
	}
	x := &Explored{Schedule: SearchedOrder, Length: 6, Switched: 1, Goroutines: []ExploredGoroutine{{Name: "g0", End: EndDone}, {Name: "g1", Finding: "1", End: EndBlocked}}}
	x.Steps = []ExploredStep{
		at(0, "set", "q.closed", "true"), at(0, OpCondition, "len(q.items) == 0", "false"), at(0, "send", "p.c", ""),
		at(1, "wait", "p.more", ""), at(1, "lock", "p.mu", ""), at(1, "wait", "p.more", ""),
	}
	x.Steps[0].Turn, x.Steps[1].Otherwise, x.Steps[2].Skipped, x.Steps[2].Last = true, true, true, true
	x.Steps[3].Resumes, x.Steps[5].Waits, x.Steps[5].Last = true, true, true
	p := page{opt: TextOptions{Width: 120}}
	p.schedule(Finding{Explored: x})
	const want = `  the order that leads there: 6 steps, 1 switch between goroutines
    g0               sets q.closed to true, which repairs the run when it comes later  a.go:4
    g0               finds that len(q.items) == 0 does not hold, unlike in the recorded run  a.go:4
    g0               sends nothing on p.c, and goes on, ends  a.go:4
    g1, goroutine 1  is woken by p.more  a.go:4
    g1, goroutine 1  locks p.mu  a.go:4
    g1, goroutine 1  waits for a wake-up by p.more, blocked  a.go:4
`
	if got := p.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
