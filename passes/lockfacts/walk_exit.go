package lockfacts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// exit records a return.
func (w *walker) exit(in *ssa.Return, s *state) {
	if w.sweeping {
		return
	}
	w.ended(s)
	e := Exit{Pos: in.Pos(), Held: s.held, Released: s.released, Conds: s.conds, Blind: s.blind, refused: s.refused}
	for _, r := range in.Results {
		e.Returns = append(e.Returns, w.ret(r, s, in.Block()))
	}
	if IsLoopBody(w.fn) {
		e.Returns = append(e.Returns, ReturnValue{Const: s.jump})
	}
	w.info.Exits = append(w.info.Exits, e)
}

// ret says what is known about a value that is returned at the end of a block.
func (w *walker) ret(v ssa.Value, s *state, b *ssa.BasicBlock) ReturnValue {
	v = lastStored(v)
	r := ReturnValue{Const: w.constant(v)}
	if fns := w.funcValues(v); len(fns) == 1 {
		r.Fn = fns[0]
	}
	if r.Const == "" {
		if val, ok := w.truth(s, v); ok && isBool(v.Type()) {
			r.Const = map[bool]string{true: "true", false: "false"}[val]
		} else if val, ok := s.know(Condition{Kind: CondNil, Path: w.name(v)}); ok {
			r.Const = map[bool]string{true: "nil", false: "nonnil"}[val]
		} else {
			r.Const = testedNil(v, b)
		}
	}
	if p := w.frame.AccessPath(v); (p.Outer() || p.Root == "G" && (r.Const != "nonnil" || w.isOwnError(v))) && isReference(v.Type()) {
		r.Path = &p
	}
	if isReference(v.Type()) {
		r.Flags = w.flagsOf(v, s)
	}
	return r
}

// testedNil tells from the tests on the way to a block whether a value is "nil" or "nonnil" there.
func testedNil(v ssa.Value, b *ssa.BasicBlock) string {
	for ; b != nil && b.Idom() != nil; b = b.Idom() {
		from := b.Idom()
		branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || test.X != v {
			continue
		}
		if k, ok := test.Y.(*ssa.Const); !ok || !k.IsNil() {
			continue
		}
		if (test.Op == token.EQL) == (b == from.Succs[0]) {
			return "nil"
		}
		return "nonnil"
	}
	return ""
}
