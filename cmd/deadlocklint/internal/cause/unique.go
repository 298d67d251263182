package cause

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Unique keeps the gravest finding of each id. It drops accidents that are the deadlock of a
// confirmed finding: the search for one deadlock may end in another.
func Unique(findings []report.Finding) []report.Finding {
	byID := map[string]int{}
	known := map[string]bool{}
	var out []report.Finding
	for _, f := range findings {
		if f.Check != checks.Accident && f.Status == report.StatusConfirmed {
			known[waitFuncs(f)] = true
		}
	}
	for _, f := range findings {
		if f.Check == checks.Accident && known[waitFuncs(f)] {
			continue
		}
		i, ok := byID[f.ID]
		if !ok {
			byID[f.ID] = len(out)
			out = append(out, f)
		} else if graver(&f, &out[i]) {
			out[i] = f
		}
	}
	return out
}

// graver reports whether a finding tells more of a cause than another one with its id: it was made to
// happen, or its goroutines were left blocked and the other one is a candidate or a note.
func graver(f, than *report.Finding) bool {
	rank := func(f *report.Finding) int {
		switch {
		case f.Status == report.StatusConfirmed:
			return 3
		case f.IsBlocked() && !f.Note:
			return 2
		case f.IsBlocked():
			return 1
		}
		return 0
	}
	return rank(f) > rank(than)
}

// waitFuncs are the functions in which the goroutines of a finding wait, sorted.
func waitFuncs(f report.Finding) string {
	var fns []string
	for _, g := range f.Blocked() {
		if n := len(g.Steps); n > 0 {
			fns = append(fns, g.Steps[n-1].Func)
		}
	}
	slices.Sort(fns)
	return strings.Join(slices.Compact(fns), "\n")
}
