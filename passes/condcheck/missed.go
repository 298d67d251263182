package condcheck

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// unasked reports a Wait that nothing decides about while the lock is held (the
// unconditional wait of FindBugs): a signal that came before is missed. What
// the waiter does with the lock held before it waits may tell others that it
// waits, so then nothing is said.
func (m *model) unasked(w *wait) {
	if w.decision() || w.effects || w.entry || len(w.locks) == 0 || !m.wakes(w) {
		return
	}
	class := w.cond.Class()
	f := lockfacts.Finding{
		Check: checks.CondWaitUnconditional, Pos: w.call.Pos(),
		Message: fmt.Sprintf("%s.Wait without a test of what is waited for: a wake-up that came before is missed", lockfacts.ShortClass(class)),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: site(m.r, w.f, w.call)}}}},
	}
	if b, field := m.testedOutside(w); b != nil {
		f.Check, f.Pos = "cond-missed-signal", w.call.Pos()
		f.Message = fmt.Sprintf("%s is tested before the lock is taken and not again: a wake-up that comes between the test and %s.Wait is missed",
			lockfacts.ShortClass(field), lockfacts.ShortClass(class))
	}
	m.r.Report(f, []lockgraph.EdgeKey{{Func: w.f.Name, Class: class}})
}

// wakes reports whether the package signals the Cond: otherwise it says nothing
// about how a wake-up comes.
func (m *model) wakes(w *wait) bool {
	return slices.ContainsFunc(m.signals, func(s *signal) bool { return s.cond.Node() != "" && s.cond.Node() == w.cond.Node() })
}

// testedOutside returns a branch that decides whether the lock is taken at all,
// and the variable that it tests and that signalling functions change.
func (m *model) testedOutside(w *wait) (*ssa.If, string) {
	var changed []string
	for _, s := range m.signals {
		if s.cond.Node() == w.cond.Node() {
			changed = append(changed, m.writtenBy(s.f)...)
		}
	}
	for _, lock := range w.locks {
		for _, b := range syncop.ControlDependence(lock.Block(), func(*ssa.BasicBlock) bool { return false }) {
			for _, field := range m.newTest(w, b).fields {
				if slices.Contains(changed, field) {
					return b.If, field
				}
			}
		}
	}
	return nil, ""
}
