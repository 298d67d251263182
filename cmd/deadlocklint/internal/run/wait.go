package run

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A wait is the place and the operation in which a goroutine of a finding waits. A line may have a receive beside a send, so the place
// alone does not tell.
type wait struct {
	line, fn string
	op       string
}

// waitOf is the last step of a goroutine.
func waitOf(g report.Goroutine) (w wait, ok bool) {
	if len(g.Steps) == 0 {
		return w, false
	}
	last := g.Steps[len(g.Steps)-1]
	return wait{lineOf(last.Pos), last.Func, last.Op}, true
}

// is reports whether two goroutines may be in one wait. Locks have several words for a request. A receive or a send may
// be an alternative of a select, which is told by the word of either.
func (w wait) is(o wait) bool {
	return w.line == o.line && w.fn == o.fn && (w.kind() == o.kind() || w.isOfSelect(o) || o.isOfSelect(w))
}

func (w wait) kind() string {
	switch w.op {
	case "request", "rrequest", "rlock":
		return "lock"
	}
	return w.op
}

func (w wait) isOfSelect(o wait) bool { return w.op == "select" && (o.op == "send" || o.op == "recv") }

// confirmedWaits are the waits of the goroutines of confirmed deadlocks.
func confirmedWaits(findings []report.Finding) (waits []wait) {
	for _, f := range findings {
		if f.Status == report.StatusConfirmed {
			waits = append(waits, waitsIn(f)...)
		}
	}
	return waits
}

func waitsIn(f report.Finding) (waits []wait) {
	for _, g := range f.Goroutines {
		if w, ok := waitOf(g); ok {
			waits = append(waits, w)
		}
	}
	return waits
}

// isAmong reports whether the goroutine waits as one of a list does.
func isAmong(g report.Goroutine, list []wait) bool {
	w, ok := waitOf(g)
	return ok && slices.ContainsFunc(list, w.is)
}

// waitsAmong reports whether every goroutine of a finding waits where one of
// the other finding does.
func waitsAmong(f, other report.Finding) bool {
	list := waitsIn(other)
	return !slices.ContainsFunc(f.Goroutines, func(g report.Goroutine) bool { return !isAmong(g, list) })
}
