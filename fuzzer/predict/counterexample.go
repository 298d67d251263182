package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// A CounterexampleStep is a step of the order in which a deadlock of a trace program comes.
type CounterexampleStep struct {
	Thread       int
	Place        Place
	Assumption   string // the assumption
	Value        string // of the variable that is written
	Cond         string // the condition that is evaluated
	Holds        bool   // and whether it holds
	Deviates     bool   // and it did not do so in the recorded run
	Resumes      bool   // a Wait that goes on
	Skipped      bool   // a channel operation that is left out
	TurningPoint bool   // made later, the run comes to a good end: see condvar.Deadlock
	CountsDown   bool   // of a WaitGroup: it counts down
}

// walk lists the steps of the order, with the values of the variables, and apart
// those that the recorded run does not show. Operations that the library makes for itself are left out.
func (s *GeneralizedDeadlock) walk(p *process) {
	ledger, woken, own := condvar.NewValuation(s.Program), map[int]bool{}, p.ownObjects(s.Deadlock)
	for i := range s.Deadlock.Order {
		e := &s.Deadlock.Order[i]
		value := ledger.After(e.Stmt)
		if e.Stmt.Op == condvar.Order || !hasPlace(e.Stmt) || p.isHarness(e.Stmt) || !e.TurningPoint && p.isAside(e.Stmt, own) {
			continue
		}
		w := CounterexampleStep{
			Thread: e.Thread, Place: p.stmtPlace(s.Program, e.Stmt), Assumption: e.Assumption(), Value: value,
			Cond: e.Stmt.ConditionText(s.Program), Holds: e.Taken, Deviates: e.Deviates, Resumes: e.Resumed, Skipped: e.Skipped,
			CountsDown: e.Stmt.Op == condvar.Add && e.Stmt.Arg < 0,
		}
		if w.Resumes && woken[w.Thread] { // and takes its lock again
			w.Place.Op, w.Place.Class, w.Resumes = "lock", p.objectName(s.Program, e.Stmt.Lock2), false
		}
		w.TurningPoint = e.TurningPoint
		woken[w.Thread] = w.Resumes
		s.Path = append(s.Path, w)
		if w.Assumption != "" && !w.Resumes && !slices.ContainsFunc(s.Assumed, w.sameAs) {
			s.Assumed = append(s.Assumed, w)
		}
	}
}

// ownObjects are the objects of an order that code of the program uses, or for which a goroutine waits in the end.
func (p *process) ownObjects(d *condvar.Deadlock) map[int]bool {
	own := map[int]bool{}
	for i := range d.Order {
		if s := d.Order[i].Stmt; s.Source.Stack == 0 || p.isOfProgram(s.Source.Stack) {
			for _, obj := range objectsOf(s) {
				own[obj] = true
			}
		}
	}
	for _, b := range slices.Concat(d.Core, d.Others) {
		for _, obj := range objectsOf(b.Stmt) {
			own[obj] = true
		}
	}
	return own
}

// isAside reports whether the library alone made an operation, on objects that the program does not use.
func (p *process) isAside(s *condvar.Stmt, own map[int]bool) bool {
	of := objectsOf(s)
	return len(of) > 0 && s.Source.Stack != 0 && !p.isOfProgram(s.Source.Stack) && !slices.ContainsFunc(of, func(obj int) bool { return own[obj] })
}

// objectsOf are the objects that a statement is about.
func objectsOf(s *condvar.Stmt) []int {
	switch s.Op {
	case condvar.Go, condvar.Order, condvar.Set, condvar.Inc, condvar.If, condvar.Loop, condvar.Rest:
		return nil
	case condvar.Send, condvar.Recv, condvar.RecvClosed, condvar.Select:
		return s.Channels()
	case condvar.Wait:
		return []int{s.Obj, s.Lock2}
	}
	return []int{s.Obj}
}

// hasPlace reports whether something can be told of a statement: it has a place, or it
// gives a lock back, of which the recording has none.
func hasPlace(s *condvar.Stmt) bool {
	return s.Source.Stack != 0 || s.Source.Label != "" || s.Op == condvar.Unlock || s.Op == condvar.RUnlock
}

// isHarness reports whether package testing starts the goroutine of a test.
func (p *process) isHarness(s *condvar.Stmt) bool {
	return s.Op == condvar.Go && s.Source.Stack != 0 && stdlib.Package(p.frameOf(s.Source).Func) == "testing"
}

// sameAs reports whether two steps are told in the same words.
func (w CounterexampleStep) sameAs(o CounterexampleStep) bool {
	return w.Thread == o.Thread && w.Place == o.Place && w.Assumption == o.Assumption
}

// FinalSteps are the threads of the trace program that are blocked in the end, with their
// blocking operations. A thread that is inside of its operation has had its step.
func (s *GeneralizedDeadlock) FinalSteps() (ends []CounterexampleStep) {
	for i, b := range s.Deadlock.Core {
		ends = append(ends, CounterexampleStep{Thread: b.Thread, Place: s.Core[i].Wants, Resumes: b.Begun})
	}
	for i, b := range s.Deadlock.Others {
		ends = append(ends, CounterexampleStep{Thread: b.Thread, Place: s.Others[i].Wants, Resumes: b.Begun})
	}
	return ends
}
