package condcheck

import (
	_ "embed" // the documentation
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	conditions := map[string][]string{} // node of a Cond -> fields that its waiters test
	for _, f := range r.Facts.Funcs {
		for i := range f.Events {
			ev := &f.Events[i]
			if ev.Op != trace.OpWait || len(ev.Via) > 0 {
				continue
			}
			unlocked(r, f, ev)
			conditions[ev.Obj.Node()] = append(conditions[ev.Obj.Node()], tested(r, f.Fn)...)
		}
	}
	for _, f := range r.Facts.Funcs {
		for i := range f.Events {
			ev := &f.Events[i]
			if ev.Op == trace.OpSignal || ev.Op == trace.OpBroadcast {
				unlockedWrite(r, f, ev, conditions[ev.Obj.Node()])
			}
		}
	}
}

// lockless reports whether nothing is held at an event, by the function or by
// those who call it.
func lockless(r *lockfacts.Reporter, f *lockfacts.Func, ev *lockfacts.Event) bool {
	if len(ev.Held) > 0 || len(ev.Freed) > 0 || len(f.Gates) > 0 || f.Imprecise {
		return false
	}
	callers := r.Facts.Callers(f)
	for _, held := range callers {
		if len(held) > 0 {
			return false
		}
	}
	return len(callers) > 0 || slices.Contains(f.Roots, "*") || r.Facts.Started(f)
}

func unlocked(r *lockfacts.Reporter, f *lockfacts.Func, ev *lockfacts.Event) {
	if !lockless(r, f, ev) {
		return
	}
	class := ev.Obj.Class()
	r.Report(lockfacts.Finding{
		Check: "cond-wait-unlocked", Pos: ev.Position(),
		Message: fmt.Sprintf("%s.Wait without its lock held: the program dies of unlocking what is not locked", lockfacts.ShortClass(class)),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: ev.Site}}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
}

// tested returns the classes of the fields that a function tests.
func tested(r *lockfacts.Reporter, fn *ssa.Function) []string {
	var list []string
	frame := r.Facts.Frame(fn)
	for _, b := range fn.Blocks {
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			list = append(list, fields(frame, branch.Cond, 0)...)
		}
	}
	return list
}

// fields returns the classes of the fields that a value is computed from.
func fields(frame *syncop.Frame, v ssa.Value, depth int) []string {
	if depth > 4 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return []string{frame.Place(fa).Class()}
		}
		return fields(frame, v.X, depth+1)
	case *ssa.BinOp:
		return append(fields(frame, v.X, depth+1), fields(frame, v.Y, depth+1)...)
	case *ssa.Call:
		var list []string
		for _, a := range v.Call.Args { // len(q.items)
			list = append(list, fields(frame, a, depth+1)...)
		}
		return list
	}
	return nil
}

// unlockedWrite reports a write of a tested field in a function that then
// signals, and neither locks anything nor is called with a lock held.
func unlockedWrite(r *lockfacts.Reporter, f *lockfacts.Func, ev *lockfacts.Event, conditions []string) {
	if len(conditions) == 0 || len(ev.Via) > 0 || ev.Async != "" || !lockless(r, f, ev) {
		return
	}
	for i := range f.Events {
		if f.Events[i].IsAcquire() {
			return
		}
	}
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || !frame.Place(fa).Outer() || !slices.Contains(conditions, frame.Place(fa).Class()) {
				continue
			}
			class := frame.Place(fa).Class()
			r.Report(lockfacts.Finding{
				Check: "cond-unlocked-write", Pos: st.Pos(),
				Message: fmt.Sprintf("%s is what waiters of %s test, and is written without the lock: the wake-up can come between their test and Wait", lockfacts.ShortClass(class), lockfacts.ShortClass(ev.Obj.Class())),
				Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: ev.Op.String(), Class: ev.Obj.Class(), Site: ev.Site}}}},
			}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
		}
	}
}
