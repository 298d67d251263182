package cause

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Wait is the place and the operation in which a goroutine of a finding waits. A line may have a receive beside a send, so the place
// alone does not tell.
type Wait struct {
	line, fn  string
	op, class string
}

// waitOf is the last step of a goroutine.
func waitOf(g report.Goroutine) (w Wait, ok bool) {
	if len(g.Steps) == 0 {
		return w, false
	}
	last := g.Steps[len(g.Steps)-1]
	return Wait{report.LineOf(last.Pos), last.Func, last.Op, last.Class}, true
}

// is reports whether two goroutines may be in one wait. Locks have several words for a request. A receive or a send may
// be an alternative of a select, which is told by the word of either.
func (w Wait) is(o Wait) bool {
	return w.line == o.line && w.fn == o.fn && (w.kind() == o.kind() || w.isOfSelect(o) || o.isOfSelect(w) || w.isOfToken(o) || o.isOfToken(w))
}

func (w Wait) kind() string {
	switch w.op {
	case "request", "rrequest", "rlock":
		return "lock"
	}
	return w.op
}

func (w Wait) isOfSelect(o Wait) bool { return w.op == "select" && o.isOfChannel() }

// isOfToken reports whether a wait for a lock is for a channel that is used as one.
func (w Wait) isOfToken(o Wait) bool {
	return w.kind() == "lock" && o.isOfChannel() && w.class == o.class
}

func (w Wait) isOfChannel() bool { return w.op == "send" || w.op == "recv" }

// ConfirmedWaits are the waits of the goroutines of confirmed deadlocks.
func ConfirmedWaits(findings []report.Finding) (waits []Wait) {
	for _, f := range findings {
		if f.Status == report.StatusConfirmed {
			waits = append(waits, waitsIn(f)...)
		}
	}
	return waits
}

func waitsIn(f report.Finding) (waits []Wait) {
	for _, g := range f.Blocked() {
		if w, ok := waitOf(g); ok {
			waits = append(waits, w)
		}
	}
	return waits
}

// IsAmong reports whether the goroutine waits as one of a list does.
func IsAmong(g report.Goroutine, list []Wait) bool {
	w, ok := waitOf(g)
	return ok && slices.ContainsFunc(list, w.is)
}

// WaitsAmong reports whether every goroutine of a finding waits where one of
// the other finding does.
func WaitsAmong(f, other report.Finding) bool {
	list := waitsIn(other)
	return !slices.ContainsFunc(f.Blocked(), func(g report.Goroutine) bool { return !IsAmong(g, list) })
}
