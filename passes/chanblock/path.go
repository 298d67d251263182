package chanblock

import (
	"go/token"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// maxPathSteps bounds the search for a path; beyond it nothing is claimed.
const maxPathSteps = 5000

// A path is a way through a function: which values variables have on it, and how
// the conditions came out that it depends on.
type path struct {
	to     ssa.Instruction
	same   func(on *path) bool // asked where it ends
	phis   map[*ssa.Phi]ssa.Value
	truths map[ssa.Value]bool
	passed map[*ssa.BasicBlock]bool
	never  map[*ssa.BasicBlock]bool              // the conditions of these are false, may be nil
	closed func(cond ssa.Value) (truth, ok bool) // asked for conditions that a closed channel decides, may be nil
	steps  *int
}

// leads reports whether there is a path from one instruction to another on which two
// values are one. The conditions of the path agree with each other: a variable that one
// branch sets to nil is nil where it is tested later, and a condition that is
// tested again comes out as before. No block is passed twice. Knowledge about a closed channel is asked of the last
// argument.
func leads(from, to ssa.Instruction, x, y ssa.Value, closed func(ssa.Value) (truth, ok bool)) bool {
	p := newPath(to)
	p.closed = closed
	b := from.Block()
	for d := b; d.Idom() != nil; d = d.Idom() {
		p.assume(d.Idom(), b)
	}
	p.same = func(on *path) bool { return !isPhi(x) && !isPhi(y) || on.value(x) == on.value(y) }
	return p.from(b)
}

func newPath(to ssa.Instruction) *path {
	return &path{to: to, phis: map[*ssa.Phi]ssa.Value{}, truths: map[ssa.Value]bool{}, passed: map[*ssa.BasicBlock]bool{}, steps: new(int)}
}

// passable reports whether there is a path from one instruction to another that comes later, which what
// variables are set to on the way does not rule out. Conditions that were tested before may have changed.
func passable(from, to ssa.Instruction) bool {
	p := newPath(to)
	p.same = func(*path) bool { return true }
	return from.Block() == to.Block() || p.from(from.Block())
}

// leavesWithout finds a return to which a path leads from an instruction that passes none of the blocks, on which what some tests ask for is
// not so, and which what variables are set to on it does not rule out: one may say that a block was passed.
func leavesWithout(from ssa.Instruction, avoid, never map[*ssa.BasicBlock]bool) token.Pos {
	if !returnWithout(from, avoid).IsValid() {
		return token.NoPos
	}
	for _, b := range from.Parent().Blocks {
		ret, ok := syncop.Terminator(b).(*ssa.Return)
		if !ok || avoid[b] {
			continue
		}
		p := newPath(ret)
		p.same, p.passed, p.never = func(*path) bool { return true }, maps.Clone(avoid), never
		if b == from.Block() || p.from(from.Block()) {
			return endOf(ret)
		}
	}
	return token.NoPos
}

// returnsWithout is where a goroutine may return without having come to one of some blocks.
func (p *program) returnsWithout(goroutine *ssa.Function, answers map[*ssa.BasicBlock]bool) token.Pos {
	avoid := and(answers, p.dead(goroutine))
	if avoid[goroutine.Blocks[0]] {
		return token.NoPos
	}
	return leavesWithout(goroutine.Blocks[0].Instrs[0], avoid, nil)
}

func isPhi(v ssa.Value) bool {
	_, ok := v.(*ssa.Phi)
	return ok
}

// assume notes how the branch of a block came out for code in another one.
func (p *path) assume(branch, in *ssa.BasicBlock) {
	last, ok := branch.Instrs[len(branch.Instrs)-1].(*ssa.If)
	if !ok {
		return
	}
	for i, succ := range branch.Succs {
		if len(succ.Preds) == 1 && succ.Dominates(in) {
			p.learn(last.Cond, i == 0)
		}
	}
}

func (p *path) learn(cond ssa.Value, truth bool) {
	if u, ok := cond.(*ssa.UnOp); ok && u.Op == token.NOT {
		cond, truth = u.X, !truth
	}
	p.truths[cond] = truth
}

// known is the knowledge about a condition.
func (p *path) known(cond ssa.Value) (truth, ok bool) {
	if not, isNot := cond.(*ssa.UnOp); isNot && not.Op == token.NOT {
		truth, ok = p.known(not.X)
		return !truth, ok
	}
	x, test, neg := guard.TestOf(cond)
	if test.Kind == guard.Nil && failsAlways(p.value(x)) {
		return neg, true
	}
	if v := p.value(x); !isPhi(x) || test.Kind == guard.True || test.Kind == guard.Nil { // a loop counts, and no block is passed twice
		if truth, ok := (guard.Environment{}).Of(onlyValue(v)).Ask(test); ok {
			return truth != neg, true
		}
	}
	if p.closed != nil {
		if truth, ok := p.closed(cond); ok {
			return truth, true
		}
	}
	truth, ok = p.truths[cond]
	return truth, ok
}

// value is the value of a variable on the path.
func (p *path) value(v ssa.Value) ssa.Value {
	for {
		phi, ok := v.(*ssa.Phi)
		if !ok || p.phis[phi] == nil {
			return v
		}
		v = p.phis[phi]
	}
}

// onlyValue is the value of a variable that literals capture, when it was given one value before it is read and before any
// literal has it. Otherwise it is the value itself.
func onlyValue(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	cell, ok := variable(load.X).(*ssa.Alloc)
	if !ok || syncop.OnlyStore(cell) == nil || syncop.StoredElsewhere(cell) {
		return v
	}
	for _, ref := range *cell.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && syncop.Initialises(st) {
			return st.Val
		}
	}
	return v
}

// from goes on after a block, or ends in it.
func (p *path) from(b *ssa.BasicBlock) bool {
	if *p.steps++; *p.steps > maxPathSteps || syncop.CallsNoReturn(b) {
		return false
	}
	branch, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	for i, succ := range b.Succs {
		if p.passed[succ] || i == 0 && p.never[b] {
			continue
		}
		next := *p
		next.phis, next.truths, next.passed = maps.Clone(p.phis), maps.Clone(p.truths), maps.Clone(p.passed)
		if branch != nil {
			if truth, ok := p.known(branch.Cond); ok && truth != (i == 0) {
				continue
			}
			next.learn(branch.Cond, i == 0)
		}
		if next.enter(b, succ) {
			return true
		}
	}
	return false
}

func (p *path) enter(from, to *ssa.BasicBlock) bool {
	p.passed[to] = true
	values := map[*ssa.Phi]ssa.Value{}
	for i, pred := range to.Preds {
		if pred != from {
			continue
		}
		for _, in := range to.Instrs {
			if phi, ok := in.(*ssa.Phi); ok {
				values[phi] = p.value(phi.Edges[i])
			}
		}
	}
	maps.Copy(p.phis, values)
	if to == p.to.Block() && p.same(p) {
		return true
	}
	return p.from(to)
}
