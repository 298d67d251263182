package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// countConds counts the branches that test the same condition, here or in a called
// function that has it as an argument, and finds those that test it again.
func (w *walker) countConds() {
	w.uses, w.asksAgain = map[Condition]int{}, map[*ssa.BasicBlock]bool{}
	tests := map[Condition][]*ssa.BasicBlock{}
	w.asked = map[*ssa.Alloc]bool{}
	counts := map[ssa.Value]bool{}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok {
				w.countAsked(call)
				for _, v := range counted(w.fn, call) {
					counts[v] = true
				}
			}
		}
	}
	for _, b := range w.fn.Blocks {
		w.countReturned(b)
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if c, _, ok := w.cond(i.Cond); ok {
				c.Val = false
				w.uses[c]++
				if x, _, _ := guard.TestOf(i.Cond); counts[x] {
					w.uses[c]++
				}
				tests[c] = append(tests[c], b)
			}
			if phi, none, ok := w.countsTo(i.Cond); ok {
				w.uses[none]++
				w.uses[Condition{Kind: CondEqual, Path: w.name(phi), Const: none.Const}]++
			}
		}
	}
	for c, blocks := range tests {
		w.askAgain(c, blocks)
	}
}

// countReturned counts the fields that a block returns: a test of a field is the knowledge of the result as well.
//
//	if s.entry == nil { s.mu.Unlock(); return nil }
//	return s.entry
func (w *walker) countReturned(b *ssa.BasicBlock) {
	ret, ok := syncop.Terminator(b).(*ssa.Return)
	if !ok {
		return
	}
	for _, r := range ret.Results {
		v := lastStored(r)
		load, ok := v.(*ssa.UnOp)
		if !ok {
			continue
		}
		_, isField := load.X.(*ssa.FieldAddr)
		switch {
		case isField && isReference(v.Type()):
			w.uses[Condition{Kind: CondNil, Path: w.name(v)}]++
		case isField && isBool(v.Type()):
			w.uses[Condition{Kind: CondTrue, Path: w.name(v)}]++
		}
	}
}

// askAgain finds the tests of one field that test it again.
func (w *walker) askAgain(c Condition, blocks []*ssa.BasicBlock) {
	if len(blocks) < 2 || !strings.Contains(c.Path, ".") || w.flag(c) {
		return
	}
	for _, b := range blocks {
		w.asksAgain[b] = slices.ContainsFunc(blocks, func(o *ssa.BasicBlock) bool { return isRepeated(o, b) })
	}
}

// isRepeated reports whether control comes to the second of two tests of one field only when the
// first came out one way. Who asks again does not believe that the answer is the same: it may
// have changed before the lock was taken.
func isRepeated(first, second *ssa.BasicBlock) bool {
	if first == second || !first.Dominates(second) {
		return false
	}
	leads := func(b *ssa.BasicBlock) bool { return b == second || syncop.Reaches(b, second) }
	return leads(first.Succs[0]) != leads(first.Succs[1])
}

// countAsked counts what a called function returns for, or does not, by an argument:
// require.NoError returns when the error is nil.
func (w *walker) countAsked(call *ssa.Call) {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return
	}
	sum := w.pkg.summary(w.pkg.key(fn))
	if sum == nil {
		return
	}
	asked := map[Condition]bool{}
	var env environment
	for _, o := range sum.Outcomes {
		for _, c := range o.Conds {
			if c.otherArg() != "" {
				if env.params == nil {
					env.params = w.args(call.Call.Args)
				}
				c, _ = env.withConstant(c)
			}
			i := syncop.AccessPath{Root: c.Path}.Index()
			if c.Val = false; i < 0 || c.Path[0] != 'P' || i >= len(call.Call.Args) || asked[c] {
				continue
			}
			asked[c] = true
			w.ask(call.Call.Args[i])
			if a := w.arg(call.Call.Args[i]); a.asks != nil && c.Kind == CondTrue {
				c = *a.asks
				c.Val = false
			} else {
				c.Path = w.name(call.Call.Args[i])
			}
			w.uses[c]++
		}
	}
}

// ask notes the variable of an argument about which a called function asks: only for
// such ones it is worth knowing that two loads give the same.
func (w *walker) ask(arg ssa.Value) {
	if load, ok := arg.(*ssa.UnOp); ok {
		if cell, ok := load.X.(*ssa.Alloc); ok {
			w.asked[cell] = true
		}
	}
}
