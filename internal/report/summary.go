package report

import (
	"fmt"
	"strings"
)

// A tally counts findings for the summary line.
type tally struct {
	confirmed, feasible, infeasible, notReached, untried, static int

	// A finding that is silenced is silent in every stage, but when it was made
	// to happen the summary line still says so.
	suppressed int
}

func (t *tally) add(f Finding) {
	switch {
	case f.Suppressed:
		if f.Status == StatusConfirmed {
			t.suppressed++
		}
	case f.Status == StatusConfirmed:
		t.confirmed++
	case f.IsDeadlock():
		t.feasible++
	case f.Status == StatusInfeasible:
		t.infeasible++
	case f.Status == StatusStatic:
		t.static++
	case f.tries() == 0:
		t.untried++
	default:
		t.notReached++
	}
}

// String returns the summary line.
func (t *tally) String() string {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(t.confirmed, "deadlock confirmed", "deadlocks confirmed")
	add(t.feasible, "deadlock feasible", "deadlocks feasible")
	add(t.static, "static finding", "static findings")
	add(t.infeasible, "infeasible", "infeasible")
	add(t.notReached, "not reached (candidate)", "not reached (candidates)")
	add(t.untried, "untried (candidate)", "untried (candidates)")
	add(t.suppressed, "confirmed but suppressed", "confirmed but suppressed")
	if parts == nil {
		return "nothing found"
	}
	return strings.Join(parts, ", ")
}

// Summary returns the line that ends a text report, such as
// "2 deadlocks confirmed, 1 infeasible, 3 not reached (candidates)".
func Summary(findings []Finding) string {
	var t tally
	for _, f := range findings {
		t.add(f)
	}
	return t.String()
}

// notes are the lines below the summary: what the reader must know before
// trusting it. A limit that was reached is never silent.
func (s Stats) notes() []string {
	var notes []string
	if s.Lost > 0 {
		notes = append(notes, fmt.Sprintf("%d events could not be recorded; record fewer tests at a time with -run", s.Lost))
	}
	for _, limit := range s.Limits {
		notes = append(notes, "limit reached: "+limit)
	}
	for _, file := range s.Damaged {
		notes = append(notes, "incomplete: "+file)
	}
	if len(s.Unseen) > 0 {
		notes = append(notes, "not modelled: "+strings.Join(s.Unseen, ", "))
	}
	return notes
}
