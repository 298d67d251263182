package condcheck

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// wrongWaiter reports Signal where waiters wait for different things: it wakes
// one of them, and when that is the wrong one, it waits again and the wake-up
// is lost. Findings of wrongKey are left to it.
func (m *model) wrongWaiter(s *signal) {
	node := s.cond.Node()
	if s.all || node == "" || m.keyed(s) != nil {
		return
	}
	var waits []*wait
	for _, w := range m.waits {
		if w.cond.Node() == node && m.retested(w) && !passesOn(w) {
			waits = append(waits, w)
		}
	}
	for _, w := range waits {
		if w.own() != nil && many(w, w) {
			m.report(s, w, w, "each waits for something of its own")
			return
		}
	}
	changed := m.writtenBy(s.f)
	for i, a := range waits {
		for _, b := range waits[i+1:] {
			if many(a, b) && different(a, b, changed) && !m.exclude(a, b) && !m.exclude(b, a) {
				m.report(s, a, b, "they wait for different things")
				return
			}
		}
	}
}

// passesOn reports whether a waiter that was woken signals on before it waits again.
func passesOn(w *wait) bool {
	found := false
	syncop.After(w.call, func(in ssa.Instruction) bool {
		if call, ok := in.(*ssa.Call); ok {
			sc, ok := syncop.OpOf(&call.Call)
			found = found || ok && (sc.Op == trace.OpSignal || sc.Op == trace.OpBroadcast) && syncop.CanReach(call, w.call)
		}
		return !found && in != ssa.Instruction(w.call)
	})
	return found
}

// different reports whether two waiters wait for different things: each asks
// for something that the other does not ask for, and no common question is
// answered by the signaller's change.
func different(a, b *wait, changed []string) bool {
	if len(changed) == 0 || !intersect(a.fields(), changed) && !intersect(b.fields(), changed) {
		return false
	}
	return asksMore(a, b, changed) && asksMore(b, a, changed)
}

func asksMore(a, b *wait, changed []string) bool {
	more := false
	for _, t := range a.tests {
		if len(t.fields) == 0 {
			continue
		}
		if !slices.ContainsFunc(b.tests, func(o test) bool { return o.text == t.text }) {
			more = true
		} else if intersect(t.fields, changed) {
			return false
		}
	}
	return more
}

// exclude reports whether no goroutine waits in a any more when one waits in b. A goroutine
// waits in a only while a flag has a value, and sets it to another one before it waits in b.
func (m *model) exclude(a, b *wait) bool {
	return slices.ContainsFunc(m.writesOf(b.f), func(w write) bool {
		k, ok := w.value.(*ssa.Const)
		if !ok || k.Value == nil || !b.blocks[w.in.Block()] && w.in.Block() != b.call.Block() {
			return false
		}
		set := k.Value.String()
		return slices.ContainsFunc(a.tests, func(t test) bool {
			return slices.Contains(t.fields, w.class) && len(t.fields) == 1 && wants(t) != "" && wants(t) != set
		})
	})
}

// wants is the value of the flag that a test is about, with which the goroutine waits, or "".
func wants(t test) string {
	v, taken := t.branch.If.Cond, t.branch.Taken
	if u, ok := v.(*ssa.UnOp); ok && u.Op.String() == "!" {
		v, taken = u.X, !taken
	}
	if _, ok := v.(*ssa.UnOp); !ok {
		return ""
	}
	return fmt.Sprint(taken)
}

func (m *model) report(s *signal, a, b *wait, why string) {
	class := s.cond.Class()
	f := lockfacts.Finding{
		Check: checks.CondSignal, Pos: s.call.Pos(),
		Message: fmt.Sprintf("%s.Signal wakes one of the waiters at %s, but %s: the wrong one may be woken and the wake-up lost; use Broadcast",
			lockfacts.ShortClass(class), m.positions(a, b), why),
		Sides: []lockfacts.Side{
			{Steps: []lockfacts.Step{{Op: "signal", Class: class, Site: site(m.r, s.f, s.call)}}},
			{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: site(m.r, a.f, a.call)}}},
		},
	}
	if b != a {
		f.Sides = append(f.Sides, lockfacts.Side{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: site(m.r, b.f, b.call)}}})
	}
	f.Fixes = m.fixSignal(s)
	m.r.Report(f, []lockgraph.EdgeKey{{Func: s.f.Name, Class: class}})
}

func (m *model) positions(a, b *wait) string {
	text := lockfacts.Chain(nil, site(m.r, a.f, a.call))
	if a != b {
		text += " and " + lockfacts.Chain(nil, site(m.r, b.f, b.call))
	}
	return text
}
