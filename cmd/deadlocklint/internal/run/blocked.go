package run

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// blocked returns a finding for each place at which goroutines were leaked or left
// blocked when a test or the process ended. Goroutines that wait where those of a confirmed
// deadlock do are that deadlock, and have no finding of their own.
func (pl *pipeline) blocked(p *predict.Prediction, before []report.Finding) []report.Finding {
	known := cause.ConfirmedWaits(before)
	var list []report.Finding
	for _, b := range p.Blocked {
		if pl.only != "" && b.ID != pl.only {
			continue
		}
		if f := pl.blockedFinding(b); !cause.IsAmong(f.Goroutines[0], known) {
			list = append(list, f)
		}
	}
	return list
}

func (pl *pipeline) blockedFinding(b *predict.BlockedGroup) report.Finding {
	f := report.Finding{
		ID: b.ID, Former: []string{b.Former}, Check: b.Check(), Status: report.StatusLeftBlocked, Note: b.Severity == predict.Note,
		Message: blockedMessage(b), Tests: append([]string{}, b.Tests...),
		Dynamic: &report.Dynamic{
			Verdict: report.VerdictLeftBlocked,
			Reason:  "at the end of the recorded run only global variables reached what it waits for",
		},
	}
	if b.Leaked {
		f.Status, f.Dynamic.Verdict = report.StatusLeaked, report.VerdictLeaked
		f.Dynamic.Reason = "at the end of the recorded run no goroutine that could run, and no variable, reached what it waits for"
	}
	g := report.Goroutine{Name: "1", Awaits: b.Awaits}
	g.Steps = append(g.Steps, pl.created(b.Created)...)
	g.Steps = append(g.Steps, pl.called(b.Call, b.At)...)
	g.Steps = append(g.Steps, pl.Step(b.At.Op, b.At, ""))
	f.Goroutines = append(f.Goroutines, g)
	if b.Last != nil {
		f.Goroutines = append(f.Goroutines, pl.lastUse(b.Last))
	}
	f.Pos = f.WaitsAt()
	pl.underSchedule(&f, b.Target)
	return f
}

// blockedMessage says of a leaked goroutine that it waits for ever. A goroutine that is left
// blocked waited at the end: code that reaches the global variable may wake it later.
func blockedMessage(b *predict.BlockedGroup) string {
	still, forEver, end := "", "for ever ", ""
	if !b.Leaked {
		still, forEver, end = "still ", "", " at the end of the run"
	}
	how := forEver + wording.Waits(b.Op.String(), b.At.Class) + end
	switch never := report.BlockedForEver(b.At.Class); {
	case never != "" && b.Count > 1:
		return fmt.Sprintf("%d goroutines are %s", b.Count, never)
	case never != "":
		return "a goroutine is " + never
	case b.Starts > 1:
		return fmt.Sprintf("%d goroutines, started in %d places, %swait %s", b.Count, b.Starts, still, how)
	case b.Count > 1:
		return fmt.Sprintf("%d goroutines %swait %s", b.Count, still, how)
	}
	return fmt.Sprintf("a goroutine %swaits %s", still, how)
}

// lastUse is the goroutine that used the object last, and the branch that it took then.
func (pl *pipeline) lastUse(u *predict.LastUse) report.Goroutine {
	g := report.Goroutine{Name: "2"}
	g.Steps = append(g.Steps, pl.created(u.Created)...)
	g.Steps = append(g.Steps, pl.Step(u.Op, u.Place, ""))
	if u.LastEvent.Frame.Func != "" {
		g.Steps = append(g.Steps, afterwards(pl.Step(u.LastEvent.Op, u.LastEvent, ""), u.Ended))
	}
	return g
}

// afterwards is the last thing that a goroutine did. A goroutine that has ended
// waits for nothing: of an operation that can block only the place is told.
func afterwards(s report.Step, ended bool) report.Step {
	if ended && (s.Waiting() != s.Does() || s.Op == trace.OpAt.String()) {
		s.Op, s.Class = trace.OpExit.String(), ""
	}
	return s
}
