package condcheck

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// wrongKey reports the certain part of condsignal. Each waiting goroutine looks up a key of
// its own in a map, and Signal follows a change of that map. A function with a key as its
// parameter is meant to be called with different keys.
func (m *model) wrongKey(s *signal) {
	if w := m.keyed(s); w != nil {
		m.report(s, w, w, "each waits for a key of its own")
	}
}

// keyed returns a wait for a key which a Signal for another key can wake, or nil.
func (m *model) keyed(s *signal) *wait {
	node := s.cond.Node()
	if s.all || node == "" {
		return nil
	}
	for _, w := range m.waits {
		if w.cond.Node() != node || w.perCall() || !many(w, w) {
			continue
		}
		maps := m.keyedMaps(w)
		if len(maps) > 0 && m.retested(w) && !passesOn(w) && intersect(maps, m.writtenBy(s.f)) {
			return w
		}
	}
	return nil
}

// keyedMaps returns the classes of the maps in which a waiter looks up what it was given.
func (m *model) keyedMaps(w *wait) []string {
	var list []string
	for _, t := range w.tests {
		l := lookups{m: m, frame: m.r.Facts.Frame(w.f.Fn), isKey: func(v ssa.Value) bool { return m.isGiven(w, v) }}
		l.in(t.branch.If.Cond, 0)
		list = append(list, l.maps...)
	}
	return list
}

// isGiven reports whether a value is an argument of the function that waits, or a field
// of one, and not the same in all calls.
func (m *model) isGiven(w *wait, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return m.isGiven(w, v.X)
	case *ssa.ChangeType:
		return m.isGiven(w, v.X)
	case *ssa.Convert:
		return m.isGiven(w, v.X)
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		return ok && v.Op == token.MUL && m.isGiven(w, fa.X)
	case *ssa.Parameter:
		fn := v.Parent()
		return (fn.Signature.Recv() == nil || fn.Params[0] != v) && !m.alwaysSame(w.f, v)
	}
	return false
}

// A lookups collects the maps in which a condition looks up a key.
type lookups struct {
	m     *model
	frame *syncop.Frame
	isKey func(ssa.Value) bool
	maps  []string
}

func (l *lookups) in(v ssa.Value, depth int) {
	if depth > maxDepth {
		return
	}
	if look, ok := v.(*ssa.Lookup); ok && isMap(look.X.Type()) && l.isKey(look.Index) {
		if class := l.frame.AccessPath(loadedFrom(look.X)).Class(); class != "" {
			l.maps = append(l.maps, class)
		}
		return
	}
	if call, ok := v.(*ssa.Call); ok && l.called(call) {
		return
	}
	in, ok := v.(ssa.Instruction)
	if _, joins := v.(*ssa.Phi); joins || !ok {
		return
	}
	for _, op := range in.Operands(nil) {
		if *op != nil {
			l.in(*op, depth+1)
		}
	}
}

// called looks into a function that does nothing but look something up.
func (l *lookups) called(call *ssa.Call) bool {
	f := l.m.callee(call)
	if f == nil || len(f.Fn.Blocks) != 1 || f.Fn == l.frame.Fn {
		return false
	}
	ret, ok := syncop.Terminator(f.Fn.Blocks[0]).(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	inner := lookups{m: l.m, frame: l.m.r.Facts.Frame(f.Fn), isKey: func(v ssa.Value) bool {
		i := slices.IndexFunc(f.Fn.Params, func(p *ssa.Parameter) bool { return ssa.Value(p) == v })
		return i >= 0 && i < len(call.Call.Args) && l.isKey(call.Call.Args[i])
	}}
	inner.in(ret.Results[0], maxDepth-2)
	l.maps = append(l.maps, inner.maps...)
	return true
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// usesConds reports whether a package waits for a Cond. Most packages do not, and need no
// search for the writes of variables.
func usesConds(r *lockfacts.Reporter) bool {
	return slices.ContainsFunc(r.Facts.Funcs, func(f *lockfacts.Func) bool {
		return slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool { return ev.Op == trace.OpWait })
	})
}
