package report

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// A Cause is why goroutines of a trace program are blocked for ever.
type Cause struct {
	By string // the statement to blame, and the reason: a Signal that comes too early, say; "" when there is none
}

// An Other is a finding that is shown as part of another one with the same cause.
type Other struct {
	ID      string      `json:"id"`
	Check   checks.Name `json:"check"`
	Status  Status      `json:"status"`
	Message string      `json:"message"`
	Pos     string      `json:"pos"`
}

// ByCause makes one finding of the findings of trace programs that have one cause. The
// same statement is to blame, or the goroutines of one finding wait at places where
// those of the other wait too. The finding with the fewest goroutines stays, a
// confirmed one before all, and names the others. Suppressed findings stay as they are.
func ByCause(findings []Finding) []Finding {
	order := make([]int, 0, len(findings))
	for i, f := range findings {
		if f.Cause != nil && !f.Suppressed {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := findings[i], findings[j]
		return cmp.Or(cmp.Compare(yes(b.Status == StatusConfirmed), yes(a.Status == StatusConfirmed)),
			cmp.Compare(len(a.Goroutines), len(b.Goroutines)), cmp.Compare(a.ID, b.ID))
	})
	var kept []int
	gone := map[int]bool{}
	for _, i := range order {
		at := slices.IndexFunc(kept, func(k int) bool { return sameCause(findings[k], findings[i]) })
		if at < 0 {
			kept = append(kept, i)
			continue
		}
		f, into := findings[i], &findings[kept[at]]
		into.Also = append(into.Also, Other{f.ID, f.Check, f.Status, f.Message, f.Pos})
		gone[i] = true
	}
	var out []Finding
	for i, f := range findings {
		if !gone[i] {
			out = append(out, f)
		}
	}
	return out
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

func sameCause(a, b Finding) bool {
	if a.Cause.By != "" && a.Cause.By == b.Cause.By && a.Check == b.Check {
		return true
	}
	in, of := waits(a), waits(b)
	if len(in) > len(of) {
		in, of = of, in
	}
	return len(in) > 0 && !slices.ContainsFunc(in, func(s Step) bool { return !slices.Contains(of, s) })
}

// waits are the places at which the goroutines of a finding wait.
func waits(f Finding) (list []Step) {
	for _, g := range f.Goroutines {
		if n := len(g.Steps); n > 0 {
			last := g.Steps[n-1]
			list = append(list, Step{Op: last.Op, Class: last.Class, Pos: last.Pos})
		}
	}
	return list
}
