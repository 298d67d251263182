package pointer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A model says what a function of the standard library does with pointers,
// where its body works on memory without types.
type model func(g *generator, f *frame, call ssa.CallInstruction, callee *ssa.Function)

// models is keyed by ssa.Function.String of the origin.
var models = map[string]model{
	"sync/atomic.LoadPointer":           modelLoad,
	"sync/atomic.StorePointer":          modelStore,
	"sync/atomic.SwapPointer":           modelSwap,
	"sync/atomic.CompareAndSwapPointer": modelStore,

	"(*sync/atomic.Value).Load":           modelLoad,
	"(*sync/atomic.Value).Store":          modelStore,
	"(*sync/atomic.Value).Swap":           modelSwap,
	"(*sync/atomic.Value).CompareAndSwap": modelStore,

	"(*sync.Pool).Get": modelPoolGet,
	"(*sync.Pool).Put": modelPoolPut,
}

// model applies the model of a callee, if there is one.
func (g *generator) model(f *frame, call ssa.CallInstruction, callee *ssa.Function) bool {
	if callee.Object() == nil {
		return false
	}
	m, ok := models[g.world.name(callee)]
	if ok {
		m(g, f, call, callee)
	}
	return ok
}

// variableAt returns the place that the first argument of a function of package
// sync/atomic refers to: *unsafe.Pointer, or the field of an atomic.Value.
func (g *generator) variableAt(f *frame, call ssa.CallInstruction, callee *ssa.Function) place {
	if callee.Signature.Recv() != nil {
		return g.fieldOf(f, call, callee, "v")
	}
	return g.place(f, call.Common().Args[0])
}

// fieldOf returns the place of a field of the struct that the receiver points to. A call of an interface's method has the
// receiver in the interface.
func (g *generator) fieldOf(f *frame, call ssa.CallInstruction, callee *ssa.Function, name string) place {
	recv := callee.Signature.Recv().Type()
	t := deref(recv)
	for i, v := range fields(t) {
		if v.Name() == name {
			off := g.offset(t, i)
			return place{g.receiver(f, call, recv), off, g.layout(t), off, v.Type()}
		}
	}
	return place{}
}

func (g *generator) receiver(f *frame, call ssa.CallInstruction, recv types.Type) node {
	common := call.Common()
	if !common.IsInvoke() {
		return g.value(f, common.Args[0])
	}
	n := g.variable(recv)
	g.dispatch(n, g.value(f, common.Value), recv)
	return n
}

// lastArg is the argument that a model keeps.
func (g *generator) lastArg(f *frame, call ssa.CallInstruction) node {
	args := call.Common().Args
	return g.value(f, args[len(args)-1])
}

func modelLoad(g *generator, f *frame, call ssa.CallInstruction, callee *ssa.Function) {
	if v := call.Value(); v != nil {
		g.load(g.value(f, v), g.variableAt(f, call, callee))
	}
}

func modelStore(g *generator, f *frame, call ssa.CallInstruction, callee *ssa.Function) {
	g.store(g.variableAt(f, call, callee), g.lastArg(f, call))
}

func modelSwap(g *generator, f *frame, call ssa.CallInstruction, callee *ssa.Function) {
	modelLoad(g, f, call, callee)
	modelStore(g, f, call, callee)
}

// A pool keeps what was put into it in a field that its own code uses for
// something else.
const poolField = "victim"

func modelPoolPut(g *generator, f *frame, call ssa.CallInstruction, callee *ssa.Function) {
	g.store(g.fieldOf(f, call, callee, poolField), g.lastArg(f, call))
}

// modelPoolGet returns the values that were put into the pool, and the results of New.
func modelPoolGet(g *generator, f *frame, call ssa.CallInstruction, callee *ssa.Function) {
	v := call.Value()
	if v == nil {
		return
	}
	g.load(g.value(f, v), g.fieldOf(f, call, callee, poolField))
	if len(callee.Blocks) == 0 { // it is not known whether it calls New
		g.unseenCall(f, call, callee)
	}
	for _, fns := range g.world.targets(callee) {
		for _, fn := range fns {
			if g.world.analysed(fn) && fn.Signature.Results().Len() == 1 && len(fn.Params) == 0 {
				g.sys.add(move, g.value(f, v), g.frame(fn).results, 0, noTag)
			}
		}
	}
}
