package stalls

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/transcript"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// searched is the order of a trace program in which its deadlock comes, nil where
// nothing of it is known.
func (c *Candidate) searched() *report.Explored {
	if len(c.found.Path) == 0 {
		return nil
	}
	x := &report.Explored{Schedule: report.SearchedOrder, Length: len(c.found.Path)}
	if len(c.found.Tests) > 0 {
		x.Test = c.found.Tests[0]
	}
	o := &searchedOrder{c: c, x: x, lanes: map[int]int{}}
	for _, w := range c.found.Path {
		o.add(w)
	}
	o.end()
	x.Steps = transcript.Fold(x.Steps) // a search leaves out what does not matter
	return x
}

// A searchedOrder becomes the order of a report. Each thread that takes a step has
// a lane.
type searchedOrder struct {
	c     *Candidate
	x     *report.Explored
	lanes map[int]int
}

// lane is that of a thread. A goroutine of the finding has the name that it has there.
func (o *searchedOrder) lane(thread int) int {
	if lane, ok := o.lanes[thread]; ok {
		return lane
	}
	g := report.ExploredGoroutine{Name: fmt.Sprintf("g%d", len(o.x.Goroutines)), End: report.EndCut}
	for i, s := range o.c.found.Core {
		if s.Thread == thread {
			g.Finding = fmt.Sprint(i + 1)
		}
	}
	if end := o.c.found.Program.Threads[thread].End; end == condvar.Ended {
		g.End = report.EndDone
	}
	o.lanes[thread] = len(o.x.Goroutines)
	o.x.Goroutines = append(o.x.Goroutines, g)
	return o.lanes[thread]
}

// add tells a step.
func (o *searchedOrder) add(w predict.CounterexampleStep) {
	s := report.ExploredStep{Number: len(o.x.Steps) + 1, Count: 1, Goroutine: o.lane(w.Thread)}
	s.Step = report.Step{Op: w.Place.Op, Class: w.Place.Class}
	if w.Place.Known() {
		s.Step = o.c.session.Step(w.Place.Op, w.Place, "")
	}
	if w.CountsDown {
		s.Call = "sync.(*WaitGroup).Done"
	}
	s.Value, s.Resumes, s.Skipped, s.Turn = w.Value, w.Resumes, w.Skipped, w.TurningPoint
	if w.Cond != "" {
		s.Op, s.Class, s.Value = report.OpCondition, w.Cond, fmt.Sprint(w.Holds)
		s.Otherwise = w.Deviates
	}
	if n := len(o.x.Steps); n > 0 && o.x.Steps[n-1].Goroutine != s.Goroutine {
		o.x.Switched++
	}
	o.x.Steps = append(o.x.Steps, s)
}

// end marks the last step of each goroutine. The step in which one is blocked is
// added, unless it was made already and the goroutine waits inside of it.
func (o *searchedOrder) end() {
	for _, w := range o.c.found.FinalSteps() {
		if !w.Resumes {
			o.add(w)
		}
		o.x.Goroutines[o.lane(w.Thread)].End = report.EndBlocked
	}
	last := map[int]int{}
	for i, s := range o.x.Steps {
		last[s.Goroutine] = i
	}
	for lane, i := range last {
		s := &o.x.Steps[i]
		s.Last = true
		s.Waits = o.x.Goroutines[lane].End == report.EndBlocked
	}
}
