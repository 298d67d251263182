package cause

import (
	"path"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// WithoutTold drops findings that later ones tell, too. A confirmed deadlock tells of goroutines that
// were left at its places. It tells of the end of a run in which all of its goroutines wait.
func WithoutTold(findings, later []report.Finding) []report.Finding {
	known := ConfirmedWaits(later)
	return slices.DeleteFunc(findings, func(f report.Finding) bool {
		switch {
		case len(f.Goroutines) == 0:
			return false
		case f.Check == checks.Accident:
			return slices.ContainsFunc(later, func(o report.Finding) bool {
				return o.Status == report.StatusConfirmed && len(o.Goroutines) > 0 && WaitsAmong(o, f)
			})
		}
		return f.IsBlocked() && IsAmong(f.Goroutines[0], known)
	})
}

// LastStep is the step at which a goroutine waits.
func LastStep(g report.Goroutine) report.Step {
	if n := len(g.Steps); n > 0 {
		return g.Steps[n-1]
	}
	return report.Step{}
}
func siteOf(s report.Step) predict.Site {
	file, line, _ := report.SplitPos(s.Pos)
	return predict.Site{Func: s.Func, File: path.Base(file), Line: line}
}
