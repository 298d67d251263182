package cause

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// Join makes one finding of all findings that have one cause. The confirmed finding with the most complete
// reason stays and names the others, in [report.Finding.Also].
//
// Two findings have one cause when one statement is to blame for both. It may have taken a lock whose holder has ended. They also
// have one cause when they tell of one stuck
// state. Goroutines of one finding are then blocked at all places of the other one, and a goroutine of both is its cause there
// ([lockgraph.Lead]). A finding that no run has shown is joined to another one of the trace programs alone.
//
// The panic of a bubble of testing/synctest follows from the goroutines that remain in it, and is joined to the finding about them.
func Join(findings []report.Finding) []report.Finding {
	findings = joinBubbles(findings)
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
	into.Former, into.Calls = append(into.Former, f.Former...), append(into.Calls, f.Calls...)
	into.Note = into.Note && f.Note
	if into.Static == nil { // the explanation is that of the cause
		into.Static, into.Fixes = f.Static, f.Fixes
	}
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
		cmp.Compare(shown(b), shown(a)),
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

// shown is how much of a finding runs have shown: a confirmed one cannot go on, and a goroutine that was left could not at the end.
func shown(f *report.Finding) int {
	switch {
	case f.Status == report.StatusConfirmed:
		return 2
	case f.IsBlocked():
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
func isShown(f *report.Finding) bool { return shown(f) > 0 }

func sameCause(a, b *report.Finding) bool {
	if a.Cause != nil && b.Cause != nil && a.Cause.By != "" && a.Cause.By == b.Cause.By && a.Check == b.Check {
		return true
	}
	if (a.Cause == nil || b.Cause == nil) && !(isShown(a) && isShown(b)) {
		return false
	}
	if isShown(a) && isShown(b) && slices.ContainsFunc(keptLocks(a), func(s report.Step) bool { return slices.Contains(keptLocks(b), s) }) {
		return true
	}
	in, of := waits(a), waits(b)
	if len(in) > len(of) {
		b, in, of = a, of, in
	}
	return len(in) > 0 && areAmong(in, of) && slices.ContainsFunc(leads(b), func(lead Wait) bool { return slices.ContainsFunc(in, lead.is) })
}

// keptLocks are the operations with which goroutines of a finding took the locks that they had when they ended, and for which others
// wait. Objects have their numbers from one run, so they are left out.
func keptLocks(f *report.Finding) (list []report.Step) {
	awaited := map[string]bool{}
	for _, g := range f.Blocked() {
		awaited[LastStep(g).Class] = true
	}
	for _, g := range f.Goroutines {
		if !g.HasEnded() {
			continue
		}
		for _, s := range g.Steps {
			if s.Class != "" && requested(s.Op) == "lock" && awaited[s.Class] {
				s.Object, s.Op = "", "lock"
				list = append(list, s)
			}
		}
	}
	return list
}

// areAmong reports whether each wait of a list is one of another list, and no two are the same one. Two goroutines that wait in
// one operation are another stuck state than one.
func areAmong(in, of []Wait) bool {
	m := matching{in: in, of: of, taken: map[int]int{}}
	for i := range in {
		if !m.place(i, map[int]bool{}) {
			return false
		}
	}
	return true
}

// A matching gives each wait of a list one of another list, by augmenting paths. It takes time of the product of the lengths for
// each wait.
type matching struct {
	in, of []Wait
	taken  map[int]int // index in of: index in
}

// place finds a wait of the other list for number i, and moves those that have theirs to others if need be.
func (m *matching) place(i int, tried map[int]bool) bool {
	for k, o := range m.of {
		if tried[k] || !m.in[i].is(o) {
			continue
		}
		tried[k] = true
		if other, ok := m.taken[k]; !ok || m.place(other, tried) {
			m.taken[k] = i
			return true
		}
	}
	return false
}

// waits are the waits of the goroutines of a finding. Of goroutines that
// are left, the first one counts; the second one has used the object last.
func waits(f *report.Finding) []Wait {
	blocked := f.Blocked()
	if f.IsBlocked() {
		blocked = blocked[:min(1, len(blocked))]
	}
	return waitsOf(blocked)
}

// leads are the waits of those goroutines of a stuck state that are its cause. A goroutine that an earlier test has left
// may stand beside them, and is no cause of theirs.
func leads(f *report.Finding) (list []Wait) {
	blocked := f.Blocked()
	var states []lockgraph.Blocked
	for _, g := range blocked {
		last := LastStep(g)
		states = append(states, lockgraph.Blocked{
			Func: last.Func, Class: last.Class, Lock: requested(last.Op) == "lock", Group: last.Op == "wgwait",
			Holds: slices.ContainsFunc(blocked, func(o report.Goroutine) bool { return needsOf(o, g) }),
		})
	}
	for _, i := range lockgraph.Lead(states) {
		list = append(list, waitsOf(blocked[i:i+1])...)
	}
	return list
}

// needsOf reports whether a goroutine waits for a lock that another one holds.
func needsOf(waiter, holder report.Goroutine) bool {
	last := LastStep(waiter)
	return requested(last.Op) == "lock" && holds(holder) && slices.ContainsFunc(holder.Steps[:len(holder.Steps)-1], func(s report.Step) bool {
		return isLock(s) && s.Class == last.Class && s.Object == last.Object
	})
}
