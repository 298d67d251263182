package cycles

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Retell adds the parts that only the page of -html shows. These are the lock order of all runs, and
// the steps of each finding's goroutines in the recorded run. Findings that
// are infeasible are told by their reason alone; there can be hundreds of them.
func (s *Source) Retell(findings []report.Finding, order predict.LockOrder, stats *report.Stats) {
	if s.Session.HTML == "" {
		return
	}
	stats.LockOrder = lockOrder(order)
	shown := map[string]*predict.Candidate{}
	for _, c := range s.tried {
		shown[c.found.ID] = c.shown
	}
	var list []*predict.Candidate
	for _, f := range findings {
		if c := shown[f.ID]; c != nil && f.Status != report.StatusInfeasible && f.Status != report.StatusNotSeen {
			list = append(list, c)
		}
	}
	s.Session.Progress.Say("reading the recording again for -html")
	moments, err := predict.Timelines(s.Session.Dir, list, &s.Session.Programs)
	if err != nil {
		stats.Limits = append(stats.Limits, fmt.Sprintf("no timelines: %v", err))
		return
	}
	for i, f := range findings {
		if m := moments[shown[f.ID]]; m != nil {
			findings[i].Timeline = goroutine.Timeline(s.Session, shown[f.ID], m)
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
