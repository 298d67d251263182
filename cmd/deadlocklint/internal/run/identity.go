package run

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// unique drops findings with an id that came before, and accidents that are
// the deadlock of a confirmed finding: the search for one may end in another.
func unique(findings []report.Finding) []report.Finding {
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
		} else if f.Status == report.StatusConfirmed && out[i].Status != report.StatusConfirmed {
			out[i] = f
		}
	}
	return out
}

// waitFuncs are the functions in which the goroutines of a finding wait, sorted.
func waitFuncs(f report.Finding) string {
	var fns []string
	for _, g := range f.Goroutines {
		if n := len(g.Steps); n > 0 {
			fns = append(fns, g.Steps[n-1].Func)
		}
	}
	slices.Sort(fns)
	return strings.Join(slices.Compact(fns), "\n")
}

// waitPlaces are the lines at which the goroutines of a finding wait, sorted.
func waitPlaces(f report.Finding) string {
	var list []string
	for _, g := range f.Goroutines {
		if n := len(g.Steps); n > 0 {
			list = append(list, lineOf(g.Steps[n-1].Pos))
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "\n")
}
