package cause

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Join makes one finding of all findings that have one cause. The finding with the most complete
// reason stays and names the others, in [report.Finding.Also].
//
// Two findings have one cause when one statement is to blame for both. They also have one cause when they
// tell of one stuck state. Goroutines of one finding are then blocked at all places of the other one. A finding that no run has shown is joined to another one of the trace programs alone.
func Join(findings []report.Finding) []report.Finding {
	order := make([]int, 0, len(findings))
	for i := range findings {
		if tellsOfBlocked(&findings[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return lead(&findings[i], &findings[j]) })
	var kept []int
	gone := map[int]bool{}
	for _, i := range order {
		at := slices.IndexFunc(kept, func(k int) bool { return sameCause(&findings[k], &findings[i]) })
		if at < 0 {
			kept = append(kept, i)
			continue
		}
		take(&findings[kept[at]], &findings[i])
		gone[i] = true
	}
	var out []report.Finding
	for i, f := range findings {
		if !gone[i] {
			out = append(out, f)
		}
	}
	return out
}

// take makes a finding a part of another one of the same cause. A comment at either of them silences both.
func take(into, f *report.Finding) {
	into.Former = append(into.Former, f.Former...)
	into.Note = into.Note && f.Note
	if f.Suppressed && !into.Suppressed {
		into.Suppressed, into.SuppressedBy = true, f.SuppressedBy
	}
	into.Also = append(append(into.Also, report.Other{ID: f.ID, Check: f.Check, Status: f.Status, Message: f.Message, Pos: f.Pos}), f.Also...)
	for _, name := range f.Tests {
		if !slices.Contains(into.Tests, name) {
			into.Tests = append(into.Tests, name)
		}
	}
}

// lead orders findings of one cause: a finding that happened comes first, then the most complete reason, then the
// fewest goroutines.
func lead(a, b *report.Finding) int {
	return cmp.Or(
		cmp.Compare(yes(isShown(b)), yes(isShown(a))),
		cmp.Compare(completeness(b), completeness(a)),
		cmp.Compare(len(a.Goroutines), len(b.Goroutines)),
		cmp.Compare(a.ID, b.ID))
}

// completeness is how much a finding knows of its cause: a static check names what the goroutines need, a
// trace program or the lock graph the kind of the deadlock. Other findings only tell that goroutines were left.
func completeness(f *report.Finding) int {
	of := 0
	if f.Static != nil {
		of += 2
	}
	if !slices.Contains([]checks.Name{checks.Leak, checks.Leaked, checks.LeftBlocked, checks.Accident}, f.Check) {
		of++
	}
	return of
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unblocked are the checks of runs that tell of something else than goroutines that are blocked for ever.
var unblocked = []checks.Name{checks.Schedule, checks.Livelock, checks.Race, checks.Order, checks.Atomicity, checks.Typestate}

// tellsOfBlocked reports whether a finding is about goroutines that are blocked for ever: a run
// has shown it, or a trace program tells of it.
func tellsOfBlocked(f *report.Finding) bool {
	return !slices.Contains(unblocked, f.Check) && (isShown(f) || f.Cause != nil)
}

// isShown reports whether a run has shown goroutines that are blocked for ever.
func isShown(f *report.Finding) bool { return f.Status == report.StatusConfirmed || f.IsBlocked() }

func sameCause(a, b *report.Finding) bool {
	if a.Cause != nil && b.Cause != nil && a.Cause.By != "" && a.Cause.By == b.Cause.By && a.Check == b.Check {
		return true
	}
	if (a.Cause == nil || b.Cause == nil) && !(isShown(a) && isShown(b)) {
		return false
	}
	in, of := waits(a), waits(b)
	if len(in) > len(of) {
		in, of = of, in
	}
	return len(in) > 0 && !slices.ContainsFunc(in, func(w operation) bool { return count(in, w) > count(of, w) })
}

// count is how many goroutines wait in an operation. Two that wait in one are another stuck state than one.
func count(list []operation, w operation) (n int) {
	for _, o := range list {
		if o == w {
			n++
		}
	}
	return n
}

// An operation is one in which a goroutine is blocked.
type operation struct{ op, class, line string }

// waits are the operations in which the goroutines of a finding are blocked. Of goroutines that
// are left, the first one is; the second one has used the object last.
func waits(f *report.Finding) (list []operation) {
	blocked := f.Blocked()
	if f.IsBlocked() {
		blocked = blocked[:min(1, len(blocked))]
	}
	for _, g := range blocked {
		if n := len(g.Steps); n > 0 {
			last := g.Steps[n-1]
			list = append(list, operation{requested(last.Op), last.Class, report.LineOf(last.Pos)})
		}
	}
	return list
}

// requested is the operation that a goroutine asks for: a lock has one name when it is asked for
// and when it is had.
func requested(op string) string {
	switch op {
	case "request":
		return "lock"
	case "rrequest":
		return "rlock"
	}
	return op
}
