package goroutine

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Timeline words the moments of a candidate.
func Timeline(se *session.Session, c *predict.Candidate, m *predict.Timeline) *report.Timeline {
	t := &report.Timeline{Omitted: m.Omitted, Moments: []report.Moment{}, Paths: [][]report.Call{}}
	names := extendedInstances(c, m.Steps)
	paths := map[string]int{}
	for _, at := range m.Steps {
		object := names[instance{c.Edges[at.Edge].Part, at.Lock}]
		to := report.Moment{Goroutine: at.Edge, Seq: at.Seq, Step: se.Step(at.Op, at.Place, object)}
		if at.Frame.Func == "" {
			to.Pos = "" // the operation was recorded without its place
		}
		to.Path = path(se, t, paths, at.Calls)
		t.Moments = append(t.Moments, to)
	}
	return t
}

// path returns the number of a call stack, which is kept once.
func path(se *session.Session, t *report.Timeline, known map[string]int, frames []trace.Frame) int {
	if len(frames) == 0 {
		return 0
	}
	var calls []report.Call
	for _, f := range frames {
		calls = append(calls, report.Call{Func: f.Func, Pos: se.Pos(f)})
	}
	key := fmt.Sprint(calls)
	if known[key] == 0 {
		t.Paths = append(t.Paths, calls)
		known[key] = len(t.Paths)
	}
	return known[key]
}

// extendedInstances names the objects of the candidate as the report does, and
// other objects of the same classes apart from them.
func extendedInstances(c *predict.Candidate, list []predict.CandidateStep) instances {
	names := instancesOf(c)
	own, next := map[instance]bool{}, map[string]int{}
	classes := map[string]bool{}
	for _, e := range c.Edges {
		own[instance{e.Part, e.Lock}] = true
		classes[e.Class] = true
		for _, h := range e.Held {
			own[instance{e.Part, h.Lock}] = true
			classes[h.Class] = true
		}
	}
	for _, m := range list {
		of := instance{c.Edges[m.Edge].Part, m.Lock}
		if m.Lock == 0 || own[of] || names[of] != "" || !classes[m.Class] {
			continue
		}
		next[m.Class]++
		names[of] = fmt.Sprintf("other #%d", next[m.Class])
	}
	return names
}
