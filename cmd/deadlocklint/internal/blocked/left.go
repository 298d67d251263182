// Package blocked has the findings about goroutines that were blocked when recorded runs ended.
//
// A recording may end in a deadlock of all goroutines ([Source.Met]), and a test or a process may leave goroutines that wait
// ([Source.Left]). Both have happened, so nothing is tried. Goroutines that another confirmed finding has are no finding of
// their own.
//
// The package predicts nothing: package predict finds the goroutines in the recordings.
package blocked

import (
	"fmt"
	"strconv"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// A Source has the findings of the recordings of one session.
type Source struct {
	Session *session.Session
	Keeper  *ending.Keeper
	Only    string // the id that is asked about, "" for all

	childTold bool // that the deadlock of a child process is no finding
}

// Left returns a finding for each place at which goroutines were leaked or left
// blocked when a test or the process ended. Goroutines that wait where those of a confirmed
// deadlock do are that deadlock, and have no finding of their own.
func (s *Source) Left(p *predict.Prediction, before []report.Finding) []report.Finding {
	known := cause.ConfirmedWaits(before)
	var list []report.Finding
	for _, b := range p.Blocked {
		if s.Only != "" && b.ID != s.Only || isCut(b) {
			continue
		}
		if f := s.blockedFinding(b); !cause.IsAmong(f.Goroutines[0], known) {
			list = append(list, f)
		}
	}
	return list
}

// isCut reports whether the run of a goroutine that was left went on until the limit of steps, and others may reach what it waits for.
func isCut(b *predict.BlockedGroup) bool {
	return !b.Leaked && b.Target != nil && b.Target.Explored != nil && b.Target.Explored.Cut
}

func (s *Source) blockedFinding(b *predict.BlockedGroup) report.Finding {
	f := report.Finding{
		ID: b.ID, Former: append([]string{b.Former}, b.Told...), Check: b.Check(), Status: report.StatusLeftBlocked, Note: b.Severity == predict.Note,
		Message: blockedMessage(b) + waitingToo(b.Waiting), Tests: append([]string{}, b.Tests...),
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
	g.Steps = append(g.Steps, goroutine.Created(s.Session, b.Created)...)
	for _, h := range b.Held {
		g.Steps = append(g.Steps, s.Session.Step(h.Op, h, ""))
	}
	g.Steps = append(g.Steps, goroutine.Called(s.Session, b.Call, b.At)...)
	g.Steps = append(g.Steps, s.Session.Step(b.At.Op, b.At, ""))
	f.Goroutines = append(f.Goroutines, g)
	if b.Last != nil && (b.Last.Ended || len(b.Waiting) == 0) {
		f.Goroutines = append(f.Goroutines, s.lastUse(b.Last))
	}
	for _, w := range b.Waiting {
		f.Goroutines = append(f.Goroutines, goroutine.Standing(s.Session, strconv.Itoa(len(f.Goroutines)+1), w))
	}
	f.Pos = f.WaitsAt()
	s.Keeper.Under(&f, b.Target)
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

// waitingToo says what other goroutines wait for that need the blocked one.
func waitingToo(list []predict.BlockedGoroutine) (also string) {
	for _, s := range list {
		also += "; another " + report.Step{Op: s.Wants.Op, Class: s.Wants.Class}.Waiting()
	}
	return also
}

// lastUse is the goroutine that used the object last, and the branch that it took then.
func (s *Source) lastUse(u *predict.LastUse) report.Goroutine {
	g := report.Goroutine{Name: "2"}
	g.Steps = append(g.Steps, goroutine.Created(s.Session, u.Created)...)
	g.Steps = append(g.Steps, s.Session.Step(u.Op, u.Place, ""))
	if u.LastEvent.Frame.Func != "" {
		g.Steps = append(g.Steps, afterwards(s.Session.Step(u.LastEvent.Op, u.LastEvent, ""), u.Ended))
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
