package run

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// retell adds the parts that only the page of -html shows: the steps of each
// finding's goroutines in the recorded run, and the lock order of all runs. Findings that
// are infeasible are told by their reason alone; there can be hundreds of them.
func (pl *pipeline) retell(findings []report.Finding, shown map[string]*predict.Candidate, order predict.LockOrder, stats *report.Stats) {
	if pl.HTML == "" {
		return
	}
	stats.LockOrder = lockOrder(order)
	var list []*predict.Candidate
	for _, f := range findings {
		if c := shown[f.ID]; c != nil && f.Status != report.StatusInfeasible && f.Status != report.StatusNotSeen {
			list = append(list, c)
		}
	}
	pl.Progress.Say("reading the recording again for -html")
	moments, err := predict.Timelines(pl.Dir, list, &pl.Programs)
	if err != nil {
		stats.Limits = append(stats.Limits, fmt.Sprintf("no timelines: %v", err))
		return
	}
	for i, f := range findings {
		if m := moments[shown[f.ID]]; m != nil {
			findings[i].Timeline = pl.timeline(shown[f.ID], m)
		}
	}
}

func lockOrder(order predict.LockOrder) []report.OrderEdge {
	list := []report.OrderEdge{}
	for pair, n := range order {
		list = append(list, report.OrderEdge{Held: pair[0], Wanted: pair[1], Count: n})
	}
	slices.SortFunc(list, func(a, b report.OrderEdge) int {
		return cmp.Or(cmp.Compare(a.Held, b.Held), cmp.Compare(a.Wanted, b.Wanted))
	})
	return list
}

// timeline words the moments of a candidate.
func (pl *pipeline) timeline(c *predict.Candidate, m *predict.Timeline) *report.Timeline {
	t := &report.Timeline{Omitted: m.Omitted, Moments: []report.Moment{}, Paths: [][]report.Call{}}
	names := extendedInstances(c, m.Steps)
	paths := map[string]int{}
	for _, at := range m.Steps {
		object := names[instance{c.Edges[at.Edge].Part, at.Lock}]
		to := report.Moment{Goroutine: at.Edge, Seq: at.Seq, Step: pl.Step(at.Op, at.Place, object)}
		if at.Frame.Func == "" {
			to.Pos = "" // the operation was recorded without its place
		}
		to.Path = pl.path(t, paths, at.Calls)
		t.Moments = append(t.Moments, to)
	}
	return t
}

// path returns the number of a call stack, which is kept once.
func (pl *pipeline) path(t *report.Timeline, known map[string]int, frames []trace.Frame) int {
	if len(frames) == 0 {
		return 0
	}
	var calls []report.Call
	for _, f := range frames {
		calls = append(calls, report.Call{Func: f.Func, Pos: pl.Pos(f)})
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
