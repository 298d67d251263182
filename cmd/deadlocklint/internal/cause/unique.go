package cause

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Unique keeps the gravest finding of each id. It drops accidents that are the deadlock of a
// confirmed finding: the search for one deadlock may end in another.
func Unique(findings []report.Finding) []report.Finding {
	byID := map[string]int{}
	var out []report.Finding
	for _, f := range findings {
		if f.Check == checks.Accident && slices.ContainsFunc(findings, func(o report.Finding) bool {
			return o.Check != checks.Accident && o.Status == report.StatusConfirmed && SameWaits(f, o)
		}) {
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
