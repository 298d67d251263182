package blocked

import (
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// Met words the deadlocks in which recorded processes ended. Where a finding
// that was confirmed has all its goroutines among the blocked, it is that one.
func (s *Source) Met(p *predict.Prediction, before []report.Finding) []report.Finding {
	var list []report.Finding
	for _, m := range s.withoutExpected(p.Observed) {
		f := s.metFinding(m)
		known := slices.ContainsFunc(before, func(o report.Finding) bool {
			return o.Status == report.StatusConfirmed && len(o.Goroutines) > 0 && cause.WaitsAmong(o, f)
		})
		if !known {
			list = append(list, f)
		}
	}
	return cause.Unique(list)
}

func (s *Source) metFinding(m *predict.ObservedDeadlock) report.Finding {
	f := report.Finding{
		ID: m.ID, Former: []string{m.Former}, Check: checks.Accident, Status: report.StatusConfirmed,
		Message: ending.EndedIn + ": " + goroutine.Waits(m.Blocked),
		Tests:   append([]string{}, m.Tests...),
		Dynamic: &report.Dynamic{
			Verdict: report.VerdictConfirmed,
			Reason:  "it happened in the recorded run: every goroutine of the process was parked by Go's runtime, no timer was due but the deadline of a test, and no goroutine was left to wake another",
		},
	}
	if still := confirm.ReadQuiescence(s.Session.Dir, m.Process); still != nil {
		f.Dump = still.Stacks(spotsOf(m.Blocked))
		if len(m.Blocked) == 0 { // the recording was full before
			f.Message, f.Dump = ending.EndedIn+"; Go's own account of it follows", still.Dump
		}
	}
	for i, b := range m.Blocked {
		f.Goroutines = append(f.Goroutines, goroutine.Standing(s.Session, fmt.Sprint(i+1), b))
	}
	f.Pos = f.WaitsAt()
	goroutine.Because(s.Session, &f, m.Blocked)
	s.Keeper.Under(&f, m.Target)
	return f
}

func spotsOf(list []predict.BlockedGoroutine) (spots []confirm.BlockedOperation) {
	for _, s := range list {
		f := s.Wants.Frame
		spots = append(spots, confirm.BlockedOperation{File: f.File, Line: f.Line, Func: f.Func, Op: s.Wants.Op})
	}
	return spots
}

// TellChild says once that the deadlock of a child process is no finding.
func (s *Source) TellChild() {
	if !s.childTold {
		s.Session.Note("a child process ended in a deadlock, and the program that started it ended well; such an end is no finding")
	}
	s.childTold = true
}

// withoutExpected leaves out the deadlocks of child processes whose parents ended well: an ordinary run ends so.
func (s *Source) withoutExpected(list []*predict.ObservedDeadlock) []*predict.ObservedDeadlock {
	return slices.DeleteFunc(slices.Clone(list), func(m *predict.ObservedDeadlock) bool {
		if !m.Child || s.Session.Failed {
			return false
		}
		s.TellChild()
		return true
	})
}

// Expected reports whether a finding is the end of child processes alone, whose parents ended well.
func (s *Source) Expected(f *predict.Finding) bool {
	return !s.Session.Failed && !slices.ContainsFunc(f.Candidates, func(c *predict.Candidate) bool { return !c.Child || c.Status != lockgraph.Manifest })
}
