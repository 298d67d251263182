package chanblock

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// The end of the program ends all waits. A goroutine that ends the program on each of its paths answers a wait:
//
//	go func() { <-signals; cleanup(); os.Exit(0) }()
//	<-forever
//
// A goroutine that ends the program on some of its paths leaves no wait behind on these.

// exits is the knowledge of the functions of a package that do not return to their callers.
type exits struct {
	dead    map[*ssa.Function]map[*ssa.BasicBlock]bool
	returns map[*ssa.Function]bool
	ends    map[*ssa.Function]bool
	starts  map[*ssa.Function]bool
	first   map[*ssa.Global]ssa.Value // the initial values of variables that hold functions
}

func newExits() *exits {
	return &exits{
		dead: map[*ssa.Function]map[*ssa.BasicBlock]bool{}, returns: map[*ssa.Function]bool{},
		ends: map[*ssa.Function]bool{}, starts: map[*ssa.Function]bool{},
	}
}

// dead returns the blocks of a function after which it never returns: a call in the block, or a call that the block
// defers, does not.
func (p *program) dead(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	if known, ok := p.exits.dead[fn]; ok {
		return known
	}
	blocks := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, p.isLast) {
			blocks[b] = true
		}
	}
	p.exits.dead[fn] = blocks
	return blocks
}

// isLast is syncop.IsNoReturnCall, and knows the bodies of literals, initial values of variables, and deferred calls as well.
func (p *program) isLast(in ssa.Instruction) bool {
	call, ok := in.(ssa.CallInstruction)
	if _, isGo := in.(*ssa.Go); !ok || isGo {
		return false
	}
	if fn := p.calledFunc(call.Common()); fn != nil && syncop.Ends(fn) {
		return true
	}
	callee := p.callee(call.Common().Value)
	return callee != nil && p.byFn[callee] != nil && !p.mayReturn(callee)
}

// calledFunc is syncop.CalledFunc, also through a variable that holds a function (var exit = os.Exit).
func (p *program) calledFunc(call *ssa.CallCommon) *types.Func {
	if fn := syncop.CalledFunc(call); fn != nil || call.IsInvoke() {
		return fn
	}
	if callee := p.callee(call.Value); callee != nil {
		fn, _ := callee.Object().(*types.Func)
		return fn
	}
	return nil
}

// callee is the function that a value is, or that the variable of the package holds first from which it is loaded.
func (p *program) callee(v ssa.Value) *ssa.Function {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if g, ok := load.X.(*ssa.Global); ok {
			v = p.initial(g)
		}
	}
	if fn := functionOf(v); fn != nil {
		return p.declared(fn)
	}
	return nil
}

// initial is the function that a variable of the package is initialised with, or nil. Tests put others there.
func (p *program) initial(g *ssa.Global) ssa.Value {
	if p.exits.first == nil {
		p.exits.first = map[*ssa.Global]ssa.Value{}
		for fn := range p.byFn {
			if fn.Name() == "init" && fn.Synthetic != "" {
				p.exits.initialised(fn)
			}
		}
	}
	return p.exits.first[g]
}

func (e *exits) initialised(init *ssa.Function) {
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && functionOf(st.Val) != nil {
				if g, ok := st.Addr.(*ssa.Global); ok {
					e.first[g] = st.Val
				}
			}
		}
	}
}

// mayReturn reports whether a function of the package may return. A recursive function is taken to.
func (p *program) mayReturn(fn *ssa.Function) bool {
	if may, ok := p.exits.returns[fn]; ok {
		return may
	}
	p.exits.returns[fn] = true
	dead := p.dead(fn)
	may := recovers(fn) || !dead[fn.Blocks[0]] && returnFrom(fn.Blocks[0], dead).IsValid()
	p.exits.returns[fn] = may
	return may
}

// mayEndProgram reports whether a function of the package may end the program, and not its own goroutine alone.
func (p *program) mayEndProgram(fn *ssa.Function) bool {
	if may, ok := p.exits.ends[fn]; ok {
		return may
	}
	p.exits.ends[fn] = false
	may := anyInstr(fn, func(in ssa.Instruction) bool {
		if _, ok := in.(*ssa.Panic); ok {
			return !recovers(fn)
		}
		call, ok := in.(ssa.CallInstruction)
		if _, isGo := in.(*ssa.Go); !ok || isGo {
			return false
		}
		if called := p.calledFunc(call.Common()); called != nil && syncop.Ends(called) {
			return !endsGoroutine(called)
		}
		callee := p.callee(call.Common().Value)
		return callee != nil && p.byFn[callee] != nil && p.mayEndProgram(callee)
	})
	p.exits.ends[fn] = may
	return may
}

// endsGoroutine reports whether a function that does not return ends the goroutine only.
func endsGoroutine(fn *types.Func) bool {
	return fn.Name() == "FailNow" || fn.Pkg() != nil && (fn.Pkg().Path() == "testing" || fn.Pkg().Path() == "runtime")
}

// startsEnd reports whether an instruction starts, itself or by a call, a goroutine that ends the program on each of
// its paths.
func (p *program) startsEnd(in ssa.Instruction) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if _, isGo := in.(*ssa.Go); isGo {
		return p.endsAlways(call.Common().Value)
	}
	callee := call.Common().StaticCallee()
	if callee == nil {
		return false
	}
	if stdlib.EffectOf(syncop.Key(callee)).Has(stdlib.Spawns) {
		return slices.ContainsFunc(call.Common().Args, p.endsAlways)
	}
	return p.byFn[callee] != nil && p.startsEndIn(callee)
}

func (p *program) endsAlways(v ssa.Value) bool {
	g := p.callee(v)
	return g != nil && p.byFn[g] != nil && !p.mayReturn(g) && p.mayEndProgram(g)
}

func (p *program) startsEndIn(fn *ssa.Function) bool {
	if does, ok := p.exits.starts[fn]; ok {
		return does
	}
	p.exits.starts[fn] = false
	does := anyInstr(fn, p.startsEnd)
	p.exits.starts[fn] = does
	return does
}

// awaitsEnd reports whether an operation may wait for the end of the program: the function has started a goroutine
// before that ends it, or a function around it starts one.
func (p *program) awaitsEnd(wait ssa.Instruction) bool {
	fn := wait.Parent()
	if p.startsEndIn(fn) && anyInstr(fn, func(in ssa.Instruction) bool { return p.startsEnd(in) && syncop.CanReach(in, wait) }) {
		return true
	}
	for fn = fn.Parent(); fn != nil; fn = fn.Parent() {
		if p.startsEndIn(fn) {
			return true
		}
	}
	return false
}

// and returns the blocks that are in one of two sets.
func and(a, b map[*ssa.BasicBlock]bool) map[*ssa.BasicBlock]bool {
	both := maps.Clone(a)
	maps.Copy(both, b)
	return both
}
