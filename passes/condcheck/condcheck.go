package condcheck

import (
	_ "embed" // the documentation
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	if !usesConds(r) {
		return
	}
	m := newModel(r)
	m.findUnsteady()
	m.findOperations()
	for _, f := range r.Facts.Funcs {
		for i := range f.Events {
			if ev := &f.Events[i]; ev.Op == trace.OpWait && len(ev.Via) == 0 {
				m.unlocked(f, ev)
			}
		}
	}
	for _, w := range m.waits {
		m.unasked(w)
		m.outOfLoop(w)
		m.nobodySignals(w)
		m.forgotten(w)
	}
	for _, s := range m.signals {
		m.unlockedWrite(s)
		m.wrongKey(s)
	}
}

// ReportDifferingConditions reports a Signal whose waiters have different conditions. It does not report
// waiters that each wait for a key of their own in a map.
func ReportDifferingConditions(r *lockfacts.Reporter) {
	if !usesConds(r) {
		return
	}
	m := newModel(r)
	m.findUnsteady()
	m.findOperations()
	for _, s := range m.signals {
		m.wrongWaiter(s)
	}
}

// withoutLock reports whether a function has callers, and it is known that none of them
// holds a lock.
func withoutLock(r *lockfacts.Reporter, f *lockfacts.Func) bool {
	if len(f.Gates) > 0 || f.Imprecise {
		return false
	}
	callers := r.Facts.Calls(f)
	for _, c := range callers {
		if len(c.Held) > 0 || !c.Start && (len(c.From.Gates) > 0 || passedAround(r, c.From)) {
			return false
		}
	}
	return len(callers) > 0 || slices.Contains(f.Contexts, "*") || r.Facts.Started(f)
}

// passedAround reports whether a function is a literal with unknown callers, so the locks at
// its calls are not known.
func passedAround(r *lockfacts.Reporter, f *lockfacts.Func) bool {
	return f.Fn.Parent() != nil && len(r.Facts.Calls(f)) == 0
}

func (m *model) unlocked(f *lockfacts.Func, ev *lockfacts.Event) {
	if len(ev.Held) > 0 || len(ev.Released) > 0 || !withoutLock(m.r, f) || m.handed(f) || lockedByCallers(f, ev) || m.lockedOutside(f, ev.Obj) {
		return
	}
	class := ev.Obj.Class()
	m.r.Report(lockfacts.Finding{
		Check: checks.CondWaitUnlocked, Pos: ev.Position(),
		Message: fmt.Sprintf("%s.Wait without its lock held: the program dies of unlocking what is not locked", lockfacts.ShortClass(class)),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: ev.Site}}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
}

// lockedByCallers reports whether a function takes the lock before it waits, but on paths on
// which it has been told that its caller has done so.
func lockedByCallers(f *lockfacts.Func, ev *lockfacts.Event) bool {
	return slices.ContainsFunc(f.Events, func(o lockfacts.Event) bool {
		return o.Op == ev.Op && o.Site == ev.Site && len(o.Held) > 0
	})
}

// handed reports whether a function is started as a goroutine by a function that has a lock
// then, or whose callers have: it may have it from there.
func (m *model) handed(f *lockfacts.Func) bool {
	for _, g := range m.r.Facts.Funcs {
		found := false
		calls(g.Fn, func(call ssa.CallInstruction) {
			start, ok := call.(*ssa.Go)
			if !ok {
				return
			}
			mc, ok := start.Call.Value.(*ssa.MakeClosure)
			started := start.Call.StaticCallee() == f.Fn || ok && mc.Fn == f.Fn
			found = found || started && (m.lockedAt(start, "") || !withoutLock(m.r, g))
		})
		if found {
			return true
		}
	}
	return false
}

// site describes an instruction in a message.
func site(r *lockfacts.Reporter, f *lockfacts.Func, in ssa.Instruction) lockfacts.Site {
	return r.SiteOf(f, in.Pos())
}
