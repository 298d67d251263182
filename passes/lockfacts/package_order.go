package lockfacts

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

type tarjan struct {
	a          *analyzer
	n          int
	index, low map[*ssa.Function]int
	left       map[*ssa.Function]int // in which order they were done with
	on         map[*ssa.Function]bool
	stack      []*ssa.Function
	out        [][]*ssa.Function
}

// order returns the functions of the package, callees before callers, those
// that call each other together (Tarjan's algorithm). Among these as well a function
// comes after its callees, as far as that can be: new knowledge goes along a
// chain of calls in one round then, and takes a further one only where it closes.
func (a *analyzer) order() [][]*ssa.Function {
	t := tarjan{a: a, index: map[*ssa.Function]int{}, low: map[*ssa.Function]int{}, left: map[*ssa.Function]int{}, on: map[*ssa.Function]bool{}}
	for _, fn := range a.ssa.Funcs {
		if t.index[fn] == 0 {
			t.visit(fn)
		}
	}
	return t.out
}

func (t *tarjan) visit(fn *ssa.Function) {
	t.n++
	t.index[fn], t.low[fn] = t.n, t.n
	t.stack = append(t.stack, fn)
	t.on[fn] = true
	for _, callee := range t.a.mentions(fn) {
		t.a.mentioned[callee] = true
		if t.index[callee] == 0 {
			t.visit(callee)
			t.low[fn] = min(t.low[fn], t.low[callee])
		} else if t.on[callee] {
			t.low[fn] = min(t.low[fn], t.index[callee])
		}
	}
	t.left[fn] = len(t.left)
	if t.low[fn] != t.index[fn] {
		return
	}
	i := slices.Index(t.stack, fn)
	scc := slices.Clone(t.stack[i:])
	for _, f := range scc {
		t.on[f] = false
	}
	t.stack = t.stack[:i]
	slices.SortFunc(scc, func(a, b *ssa.Function) int { return cmp.Compare(t.left[a], t.left[b]) })
	t.out = append(t.out, scc)
}

// mentions returns the functions of the package that a function calls or takes
// the value of.
func (a *analyzer) mentions(fn *ssa.Function) []*ssa.Function {
	var list []*ssa.Function
	for _, v := range fn.FreeVars {
		if _, fn := funcInVariable(v); fn != nil && a.declared(fn) != nil {
			list = append(list, a.declared(fn))
		}
	}
	var rands [16]*ssa.Value
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(rands[:0]) {
				callee, ok := (*op).(*ssa.Function)
				if !ok {
					continue
				}
				if known := a.declared(callee); known != nil {
					list = append(list, known)
				}
			}
			a.converted(in, &list)
		}
	}
	return list
}

// converted adds the methods of a type that is converted to an interface: a
// function called with the value may call them.
func (a *analyzer) converted(in ssa.Instruction, list *[]*ssa.Function) {
	mi, ok := in.(*ssa.MakeInterface)
	if !ok {
		return
	}
	n, ok := types.Unalias(syncop.Elem(mi.X.Type())).(*types.Named)
	if !ok || n.Obj().Pkg() != a.pass.Pkg {
		return
	}
	for i := range n.NumMethods() {
		if fn := a.byObject[n.Method(i).Origin()]; fn != nil {
			*list = append(*list, fn)
		}
	}
}
