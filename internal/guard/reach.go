package guard

import (
	"maps"
	"reflect"

	"golang.org/x/tools/go/ssa"
)

// An Environment is the knowledge of the values in a function that do not change: its
// parameters, and the outcomes of its tests.
type Environment map[ssa.Value]Value

// Call is the knowledge that a call in the function gives of the parameters of the called function fn. The fields
// that fn reads before anything can change them are in it.
func (e Environment) Call(call ssa.CallInstruction, fn *ssa.Function) Environment {
	passed := e.passes(call.Common(), fn)
	for i, p := range fn.Params[:min(len(fn.Params), len(call.Common().Args))] {
		e.finds(passed, p, call.Common().Args[i], call)
	}
	return passed
}

// passes is the knowledge of the parameters. An object behind a pointer counts when fn only reads it.
func (e Environment) passes(call *ssa.CallCommon, fn *ssa.Function) Environment {
	passed := Environment{}
	for i, p := range fn.Params {
		if i >= len(call.Args) {
			break
		}
		k := e.eval(call.Args[i], 0)
		if k.fields != nil && !onlyReads(p) {
			k.fields = nil
		}
		if k.Known() {
			passed[p] = k
		}
	}
	return passed
}

// At adds the knowledge in a block: the outcomes of the tests on the way to it, in the
// blocks that dominate it.
func (e Environment) At(b *ssa.BasicBlock) Environment {
	known := maps.Clone(e)
	for ; b.Idom() != nil; b = b.Idom() {
		if test, ok := last(b.Idom()).(*ssa.If); ok && len(b.Preds) == 1 && b.Idom() == b.Preds[0] {
			known.assume(test.Cond, b == b.Idom().Succs[0])
		}
	}
	return known
}

// assume notes how a condition came out.
func (e Environment) assume(cond ssa.Value, yes bool) {
	x, t, neg := TestOf(cond)
	if list, ok := lengthOf(x); ok {
		k := e.eval(list, 0)
		length := e.eval(x, 0).Assume(t, yes != neg)
		k.length = &length
		e[list] = k
		return
	}
	if k := e.eval(x, 0).Assume(t, yes != neg); k.Known() {
		e[x] = k
	}
}

// An edge leads from a block to one of its successors, by number.
type edge struct {
	from *ssa.BasicBlock
	to   int
}

// Reached returns the blocks of a function to which control may come. Its time is at most quadratic in the number of blocks:
// each turn adds an edge or knows less of a phi.
func (e Environment) Reached(fn *ssa.Function) map[*ssa.BasicBlock]bool { return e.reach(fn).blocks }

func (e Environment) reach(fn *ssa.Function) *reach {
	r := reach{Environment: maps.Clone(e), edges: map[edge]bool{}, blocks: map[*ssa.BasicBlock]bool{fn.Blocks[0]: true}}
	if fn.Recover != nil {
		r.blocks[fn.Recover] = true
	}
	for r.more = true; r.more; {
		r.more = false
		for _, b := range fn.Blocks {
			if r.blocks[b] {
				r.leave(b)
			}
		}
	}
	return &r
}

// A reach is a search for the blocks to which control may come. The knowledge of a phi
// comes from the edges that were taken.
type reach struct {
	Environment
	edges  map[edge]bool
	blocks map[*ssa.BasicBlock]bool
	more   bool
}

// leave takes the edges of a block.
func (r *reach) leave(b *ssa.BasicBlock) {
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if k := r.phi(phi); !reflect.DeepEqual(k, r.Environment[phi]) {
			r.Environment[phi], r.more = k, true
		}
	}
	test, ok := last(b).(*ssa.If)
	yes, known := false, false
	if ok {
		yes, known = r.eval(test.Cond, 0).Ask(Test{})
	}
	for i, to := range b.Succs {
		if taken := (edge{b, i}); !r.edges[taken] && !(known && yes != (i == 0)) {
			r.edges[taken], r.blocks[to], r.more = true, true, true
		}
	}
}

// phi is the join of a phi's values on the edges that were taken. A phi of a loop is unknown.
func (r *reach) phi(phi *ssa.Phi) (all Value) {
	first := true
	for i, pred := range phi.Block().Preds {
		if phi.Block().Dominates(pred) {
			return Value{}
		}
		if !r.taken(pred, phi.Block()) {
			continue
		}
		k := r.eval(phi.Edges[i], 0)
		if !first {
			k = all.or(k)
		}
		all, first = k, false
	}
	return all
}

func (r *reach) taken(from, to *ssa.BasicBlock) bool {
	for i, succ := range from.Succs {
		if succ == to && r.edges[edge{from, i}] {
			return true
		}
	}
	return false
}

func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }
