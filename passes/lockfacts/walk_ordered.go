package lockfacts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// order notes for each held lock whether a comparison of its owner with that of the
// lock that is acquired decided which of the two comes first:
//
//	if a.id < b.id { a.mu.Lock(); b.mu.Lock() } else { b.mu.Lock(); a.mu.Lock() }
//	if i < j { t.shards[i].mu.Lock(); t.shards[j].mu.Lock() }
//
// Goroutines that take two locks in one common order do not wait for each other in a cycle.
func (w *walker) order(ev *Event, at ssa.Instruction) {
	for i := range ev.own {
		h := ev.Held[i]
		if h.Ordered != "" || h.Lock.Same(ev.Obj) || h.Lock.Node() != ev.Obj.Node() {
			continue
		}
		if by := w.orderedBy(h.Lock, ev.Obj, at.Block()); by != "" {
			ev.Held = slices.Clone(ev.Held) // others have it as well
			ev.Held[i].Ordered = by
		}
	}
}

// orderedBy is the comparison that a block is after, in words that are the same on
// both of its ways when each takes the lesser lock first, or "".
func (w *walker) orderedBy(held, acquired syncop.AccessPath, b *ssa.BasicBlock) string {
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := syncop.Terminator(d).(*ssa.If)
		if !ok {
			continue
		}
		for i, succ := range d.Succs {
			if len(succ.Preds) == 1 && succ.Dominates(b) {
				if by := w.comparison(branch.Cond, i == 0, owner(held), owner(acquired)); by != "" {
					return by
				}
			}
		}
	}
	return ""
}

// owner is the access path of the object that a lock is a field of, or of the lock.
func owner(lock syncop.AccessPath) string {
	path := lock.String()
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return strings.TrimSuffix(path[:i], "->")
	}
	return path
}

// comparison names a condition about two owners, and which of the two it puts
// first: the same text for "x before y is true" and "y before x is false".
func (w *walker) comparison(v ssa.Value, truth bool, first, second string) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return w.comparison(v.X, !truth, first, second)
		}
	case *ssa.BinOp:
		switch v.Op {
		case token.GTR, token.GEQ:
			truth = !truth
		case token.LSS, token.LEQ:
		default:
			return ""
		}
		if call, ok := v.X.(*ssa.Call); ok && isZero(v.Y) {
			return w.compares(&call.Call, truth, first, second)
		}
		return w.directed("<", []ssa.Value{v.X, v.Y}, truth, first, second)
	case *ssa.Call:
		return w.compares(&v.Call, truth, first, second)
	}
	return ""
}

// compares is a function that is asked which of two comes first.
func (w *walker) compares(call *ssa.CallCommon, truth bool, first, second string) string {
	if call.IsInvoke() {
		return w.directed(call.Method.FullName(), append([]ssa.Value{call.Value}, call.Args...), truth, first, second)
	}
	if fn := call.StaticCallee(); fn != nil {
		return w.directed(w.pkg.key(fn), call.Args, truth, first, second)
	}
	return ""
}

// directed looks for the two owners, or the same part of each, among operands.
func (w *walker) directed(by string, operands []ssa.Value, truth bool, first, second string) string {
	for i, x := range operands {
		for j, y := range operands {
			part, ok := w.partOf(x, first)
			other, also := w.partOf(y, second)
			if i == j || !ok || !also || part != other {
				continue
			}
			if (i < j) == truth {
				return by + part
			}
			return by + part + " reversed"
		}
	}
	return ""
}

// byIndex is the part of an owner that is an element: its index.
const byIndex = "[]"

// partOf is the way from an owner to a value, "" for the owner itself, or byIndex for the index of an element.
func (w *walker) partOf(v ssa.Value, owner string) (part string, ok bool) {
	for {
		c, ok := v.(*ssa.Convert)
		if !ok {
			break
		}
		v = c.X
	}
	if strings.Contains(owner, "["+syncop.IndexName(v)+"]") {
		return byIndex, true
	}
	path := strings.TrimSuffix(w.frame.AccessPath(v).String(), "->")
	part, ok = strings.CutPrefix(path, owner)
	part = strings.TrimPrefix(part, "->")
	return part, ok && (part == "" || part[0] == '.')
}
