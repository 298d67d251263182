package condcheck

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// outOfLoop reports a Wait after which the condition is taken for granted. Wait
// does not hold the lock while it waits, so whoever gets the lock first may have
// made the condition false again. It is harmless when nobody can do so, and
// when all waiters wait for the same.
func (m *model) outOfLoop(w *wait) {
	if !w.decision() || len(w.fields()) == 0 {
		return
	}
	why := ""
	switch {
	case m.consumes(w):
		why = "another goroutine may have taken what was waited for"
	case w.effects || w.entry || m.retested(w):
		return
	case m.sharesCond(w):
		why = "the wake-up may be meant for somebody who waits for something else"
	case slices.ContainsFunc(w.fields(), func(class string) bool { return m.unsteady[class] }):
		why = "what was waited for may have changed again"
	default:
		return
	}
	class := w.cond.Class()
	m.r.Report(lockfacts.Finding{
		Check: "cond-wait-loop", Pos: w.call.Pos(),
		Message: fmt.Sprintf("%s.Wait outside of a loop that tests again: when it returns, %s", lockfacts.ShortClass(class), why),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: site(m.r, w.f, w.call)}}}},
		Fixes:   m.fixLoop(w),
	}, []lockgraph.EdgeKey{{Func: w.f.Name, Class: class}})
}

// consumes reports whether the function changes what it waited for, before it
// tests it again.
func (m *model) consumes(w *wait) bool {
	fields, found := w.fields(), false
	syncop.After(w.call, func(in ssa.Instruction) bool {
		if !found && !m.isTest(w, in) && m.changes(w.f, in, fields) {
			found = true
		}
		return !found && !m.isTest(w, in) && !m.releases(in)
	})
	return found
}

// sharesCond reports whether others wait at the same Cond for something else.
func (m *model) sharesCond(w *wait) bool {
	return slices.ContainsFunc(m.waits, func(o *wait) bool {
		return o.cond.Node() != "" && o.cond.Node() == w.cond.Node() && len(o.fields()) > 0 && !intersect(o.fields(), w.fields())
	})
}
