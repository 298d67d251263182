package run

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// blocked words the goroutines that were blocked for ever when a test or the process
// ended, one finding for each place.
func (pl *pipeline) blocked(p *predict.Prediction) []report.Finding {
	var list []report.Finding
	for _, b := range p.Blocked {
		if pl.only == "" || b.ID == pl.only {
			list = append(list, pl.blockedFinding(b))
		}
	}
	return list
}

func (pl *pipeline) blockedFinding(b *predict.Blocked) report.Finding {
	f := report.Finding{
		ID: b.ID, Check: b.Check(), Status: report.StatusLeftBlocked, Note: b.Severity == predict.Note,
		Message: blockedMessage(b), Pos: pl.Pos(b.At.Frame), Tests: append([]string{}, b.Tests...),
		Dynamic: &report.Dynamic{
			Verdict: report.VerdictLeftBlocked,
			Reason:  "at the end of the recorded run only global variables reached what it waits for",
		},
	}
	if b.Leaked {
		f.Status, f.Dynamic.Verdict = report.StatusLeaked, report.VerdictLeaked
		f.Dynamic.Reason = "at the end of the recorded run no goroutine that could run, and no variable, reached what it waits for"
	}
	g := report.Goroutine{Name: "1"}
	if b.Created.Frame.Func != "" {
		g.Steps = append(g.Steps, pl.Step("go", b.Created, ""))
	}
	g.Steps = append(g.Steps, pl.Step(b.At.Op, b.At, ""))
	f.Goroutines = append(f.Goroutines, g)
	if b.Last != nil {
		f.Goroutines = append(f.Goroutines, pl.lastUse(b.Last))
	}
	return f
}

func blockedMessage(b *predict.Blocked) string {
	s := fmt.Sprintf("a goroutine is blocked for ever: %s %s", b.At.Op, b.At.Class)
	if b.Count > 1 {
		s = fmt.Sprintf("%d goroutines are blocked for ever: %s %s", b.Count, b.At.Op, b.At.Class)
	}
	return s
}

// lastUse is the goroutine that used the object last, and the branch that it took then.
func (pl *pipeline) lastUse(u *predict.Use) report.Goroutine {
	g := report.Goroutine{Name: "2"}
	if u.Created.Frame.Func != "" {
		g.Steps = append(g.Steps, pl.Step("go", u.Created, ""))
	}
	g.Steps = append(g.Steps, pl.Step(u.Op, u.Place, ""))
	if u.Then.Frame.Func != "" {
		g.Steps = append(g.Steps, pl.Step(u.Then.Op, u.Then, ""))
	}
	return g
}
