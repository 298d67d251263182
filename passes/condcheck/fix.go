package condcheck

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/edit"
)

// fixSignal wakes all waiters. Waiters in a loop test again; when one of
// them does not, the fix might wake it for nothing, and there is none.
func (m *model) fixSignal(s *signal) []analysis.SuggestedFix {
	once := slices.ContainsFunc(m.waits, func(w *wait) bool { return w.cond.Node() == s.cond.Node() && !m.retested(w) })
	if once {
		return nil
	}
	return edit.Fix("Wake all waiters with Broadcast", edit.Of(m.r.Pass).Method(s.call.Pos(), "Broadcast"))
}

// fixLoop tests again after Wait.
func (m *model) fixLoop(w *wait) []analysis.SuggestedFix {
	return edit.Fix("Wait in a loop that tests again", edit.Of(m.r.Pass).Loop(w.call.Pos()))
}
