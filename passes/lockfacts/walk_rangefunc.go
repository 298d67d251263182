package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The body of a loop over a function is a function of its own in SSA form. Any end
// besides going on (return, break, goto, continue of an outer loop) it writes
// as a number into a variable of the function around it, which asks for the number
// when the iterator has returned. That number is an additional result of the body,
// and a condition after the call of the iterator.

const (
	loopGoesOn = "0:int"  // also before the first turn
	loopIsBusy = "-1:int" // in the body
)

// GoesOn reports whether a return of such a body goes on with the next turn.
func (e *Exit) GoesOn() bool {
	return len(e.Returns) > 0 && e.Returns[len(e.Returns)-1].Const == loopGoesOn
}

// jumpOf returns the variable of a loop body, as the body knows it.
func jumpOf(body *ssa.Function) *ssa.FreeVar {
	if !IsLoopBody(body) || len(body.Blocks) == 0 || len(body.Blocks[0].Instrs) == 0 {
		return nil
	}
	if load, ok := body.Blocks[0].Instrs[0].(*ssa.UnOp); ok {
		v, _ := load.X.(*ssa.FreeVar)
		return v
	}
	return nil
}

// jumps notes what a loop body writes into its variable.
func (w *walker) jumps(s *state, in *ssa.Store) {
	if v := jumpOf(w.fn); v != nil && in.Addr == v {
		if k, ok := in.Val.(*ssa.Const); ok {
			s.jump = k.Name()
		}
	}
}

// loopBody returns the loop body that a call of an iterator is given, if any.
func loopBody(common *ssa.CallCommon) *ssa.MakeClosure {
	if len(common.Args) == 0 {
		return nil
	}
	mc, ok := common.Args[len(common.Args)-1].(*ssa.MakeClosure)
	if !ok || !IsLoopBody(mc.Fn.(*ssa.Function)) {
		return nil
	}
	return mc
}

// afterLoop returns the states after the call of an iterator: one in which the
// loop has ended by itself, and one for each way in which its body has left it.
func (w *walker) afterLoop(s *state, mc *ssa.MakeClosure, instr ssa.CallInstruction) []*state {
	fns := w.funcValues(mc)
	cell := w.jumpCell(mc)
	if len(fns) != 1 || cell == "" {
		return []*state{s}
	}
	sum := w.pkg.summary(fns[0].Name)
	if sum == nil {
		return []*state{s}
	}
	env := environment{freeVars: fns[0].FreeVars, owned: w.frame.Norm}
	numbers := []string{loopGoesOn, loopIsBusy}
	for i := range sum.Outcomes {
		numbers = addNode(numbers, jumpNumber(&sum.Outcomes[i]))
	}
	ended := s.clone()
	ended.number(cell, numbers, loopGoesOn)
	states := []*state{ended}
	for _, o := range sum.Outcomes {
		if jumpNumber(&o) == loopGoesOn {
			for _, u := range o.Released { // in how many turns is not known
				w.drop(ended, env.path(u.Lock), u.Read)
			}
			continue
		}
		n := s.clone()
		n.number(cell, numbers, jumpNumber(&o))
		w.effects(n, o, env, instr)
		states = append(states, n)
	}
	return states
}

// jumpCell is the variable of a loop body, as the conditions of the function around
// it name it.
func (w *walker) jumpCell(mc *ssa.MakeClosure) string {
	body := mc.Fn.(*ssa.Function)
	i := slices.Index(body.FreeVars, jumpOf(body))
	if i < 0 || !isJump(mc.Bindings[i]) {
		return ""
	}
	return w.frame.AccessPath(mc.Bindings[i]).String() + "->"
}

// jumpNumber is the number that a loop body has written, or "" when that is not known.
func jumpNumber(o *Outcome) string {
	if len(o.Returns) == 0 {
		return ""
	}
	return o.Returns[len(o.Returns)-1].Const
}

// number makes known what a loop body has written.
func (s *state) number(cell string, numbers []string, number string) {
	s.forget(cell)
	if number == "" {
		return
	}
	for _, n := range numbers {
		s.set(Condition{Kind: CondEqual, Path: cell, Const: n, Val: n == number})
	}
}
