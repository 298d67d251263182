package cycles

import (
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// accident is a deadlock that a confirming run ended in although the run
// was to show another one.
func accident(se *session.Session, v *confirm.Verdict, c *predict.Candidate) report.Finding {
	f := report.Finding{
		Check:   checks.Accident,
		Status:  report.StatusConfirmed,
		Message: "a deadlock met while another was looked for; Go's own account of it follows",
		Tests:   append([]string{}, c.Tests...),
		Dump:    v.CycleStacks(),
		Dynamic: &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: "every goroutine of the cycle is parked by Go's runtime on a lock that the next one holds", Assumption: v.Assumption(), Tries: 1},
	}
	var edges []lockgraph.EdgeKey
	list := explorer.Stacks(v.Dump)
	for _, s := range list[:min(len(list), len(v.Goroutines))] {
		at, ok := s.Program()
		if !ok {
			continue
		}
		step := goroutine.Parked(se, s.State, at)
		f.Goroutines = append(f.Goroutines, report.Goroutine{Steps: []report.Step{step}})
		edges = append(edges, lockgraph.EdgeKey{Func: step.Func})
	}
	f.Goroutines = goroutine.Numbered(f.Goroutines, nil)
	f.Pos, f.ID = f.WaitsAt(), lockgraph.FindingID(f.Check, edges)
	return f
}
