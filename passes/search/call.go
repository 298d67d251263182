package search

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/heap"
)

// maxTargets is how many functions a call may have, for each of which a path goes on.
const maxTargets = 6

// prepare evaluates the operands of a call, and returns what executes it.
func (p *path) prepare(f *frame, c *ssa.CallCommon, pos token.Pos) func() value {
	var args []value
	for _, a := range c.Args {
		args = append(args, p.value(f, a))
	}
	results := resultOf(c.Signature())
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return func() value { return p.builtin(b, c, args, results) }
	}
	callee := p.value(f, c.Value)
	if fn := c.StaticCallee(); fn != nil {
		callee.fn = fn
	}
	return func() value {
		if op, ok := syncop.OpOf(c); ok {
			recv := callee
			if !c.IsInvoke() {
				recv = args[0]
			}
			if recv.box != nil {
				recv = *recv.box
			}
			if c.IsInvoke() && callee.dyn != nil && !isLock(callee.dyn) {
				return p.invoke(callee, c, args, results)
			}
			return p.sync(op, recv, pos, results)
		}
		if c.IsInvoke() {
			return p.invoke(callee, c, args, results)
		}
		return p.apply(callee, c, args, results)
	}
}

// resultOf is the type of the value of a call.
func resultOf(s *types.Signature) types.Type {
	if s.Results().Len() == 1 {
		return s.Results().At(0).Type()
	}
	return s.Results()
}

// isLock reports whether a type is a Mutex or RWMutex, or a pointer to one.
func isLock(t types.Type) bool {
	n := namedOf(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}

func isLockOp(c *ssa.CallCommon) bool {
	op, ok := syncop.OpOf(c)
	return ok && (op.Op == trace.OpLock || op.Op == trace.OpUnlock || op.Op == trace.OpRLock || op.Op == trace.OpRUnlock)
}

// apply calls a function.
func (p *path) apply(callee value, c *ssa.CallCommon, args []value, results types.Type) value {
	fn := callee.fn
	switch {
	case fn == nil:
		return p.unknown(c, args, results)
	case fn.Blocks != nil && p.isOwn(fn):
		if len(args) != len(fn.Params) || len(callee.free) != len(fn.FreeVars) {
			panic(pruned)
		}
		return p.call(fn, args, callee.free)
	case neverReturns(fn):
		panic(over)
	case makesError(fn):
		p.others(c, args, results)
		return value{term: p.object("error")}
	}
	p.now.acquired++ // it may wait for another goroutine
	return p.others(c, args, results)
}

// isOwn reports whether a function is of the package, or an instance or wrapper of one.
func (p *path) isOwn(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.Pkg == p.pkg || fn.Pkg == nil && fn.Synthetic != ""
}

func neverReturns(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && syncop.Ends(obj)
}

// unknown calls a function value. When it may be a function of the package that acts on locks, the path is left.
func (p *path) unknown(c *ssa.CallCommon, args []value, results types.Type) value {
	for fn := range p.index.targets {
		if p.index.acts[fn] && types.Identical(fn.Signature, c.Signature()) {
			panic(pruned)
		}
	}
	return p.others(c, args, results)
}

// invoke calls a method of an interface value. An unknown one may have each type of the package that has the methods.
func (p *path) invoke(recv value, c *ssa.CallCommon, args []value, results types.Type) value {
	if recv.dyn != nil {
		return p.method(recv.dyn, *recv.box, c, args, results)
	}
	list := p.implementers(c.Value.Type())
	if len(list) > maxTargets {
		panic(pruned)
	}
	at := p.choose(len(list) + 1)
	if at == len(list) {
		return p.others(c, args, results)
	}
	p.guessed = true
	p.assume(p.pool.Equal(p.typeOf(recv), p.typeTerm(list[at])))
	data := p.build(list[at], func(s heap.Sort, path string) *heap.Term {
		return p.pool.Apply(s, "data "+list[at].String()+path, recv.term)
	}, "")
	return p.method(list[at], data, c, args, results)
}

func (p *path) method(dyn types.Type, recv value, c *ssa.CallCommon, args []value, results types.Type) value {
	fn := p.pkg.Prog.LookupMethod(dyn, c.Method.Pkg(), c.Method.Name())
	if fn == nil {
		panic(pruned)
	}
	return p.apply(value{fn: fn}, c, slices.Concat([]value{recv}, args), results)
}

// implementers are the types of the package that have the methods of an interface.
func (p *path) implementers(t types.Type) (list []types.Type) {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || i.NumMethods() == 0 {
		return nil
	}
	scope := p.pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if named := namedOf(tn.Type()); named == nil || named.TypeParams().Len() > 0 {
			continue
		}
		for _, typ := range []types.Type{tn.Type(), types.NewPointer(tn.Type())} {
			if types.Implements(typ, i) {
				list = append(list, typ)
				break
			}
		}
	}
	return list
}

// A given is an object or a function that a call hands over, with its type.
type given struct {
	value
	typ types.Type
}

// others calls code of which nothing is known. It may call one exported method of an object that it is given, or one function.
func (p *path) others(c *ssa.CallCommon, args []value, results types.Type) value {
	var list []given
	for i, a := range args {
		if t := typeOfArg(c, i, len(args)); t != nil {
			list = p.gather(list, a, t)
		}
	}
	for _, a := range args {
		p.escape(a)
	}
	p.now.called++ // after they escape: the code may store to them
	var ways []func()
	for _, g := range list {
		ways = append(ways, p.backs(g)...)
	}
	p.outside = p.outside || len(list) > 0
	if len(ways) > maxTargets {
		panic(pruned)
	}
	if at := p.choose(len(ways) + 1); at > 0 {
		p.guessed = true
		ways[at-1]()
	}
	return p.fresh(results, "result")
}

// typeOfArg is the type of argument i of n, of which the first may be the receiver of a method that was looked up, with no type here.
func typeOfArg(c *ssa.CallCommon, i, n int) types.Type {
	if i -= n - len(c.Args); i < 0 {
		return nil
	}
	return c.Args[i].Type()
}

// gather adds what a value hands over: itself, what is in an interface, and the elements of a slice that was made for the call.
func (p *path) gather(list []given, v value, t types.Type) []given {
	switch {
	case v.box != nil:
		return p.gather(list, *v.box, v.dyn)
	case v.fn != nil:
		return append(list, given{v, t})
	case v.term == nil || v.term.Sort != heap.Ref:
		return list
	}
	if namedOf(t) != nil {
		list = append(list, given{v, t})
	}
	if _, isSlice := t.Underlying().(*types.Slice); isSlice {
		for _, c := range p.cells {
			if c.obj.IsOf("element", v.term) {
				list = p.gather(list, c.val, c.typ)
			}
		}
	}
	return list
}

// backs are the calls by which other code may act on something that it is given.
func (p *path) backs(g given) (list []func()) {
	if fn := g.fn; fn != nil {
		if p.isOwn(fn) && p.index.acts[fn] && fn.Blocks != nil && len(g.free) == len(fn.FreeVars) {
			list = append(list, func() { p.call(fn, p.freshArgs(fn.Params), g.free) })
		}
		return list
	}
	for _, m := range p.index.methods[namedOf(g.typ)] {
		if p.index.acts[m] && m.TypeParams().Len() == 0 && m.Signature.RecvTypeParams().Len() == 0 {
			list = append(list, func() { p.call(m, slices.Concat([]value{g.value}, p.freshArgs(m.Params[1:])), nil) })
		}
	}
	return list
}

func (p *path) freshArgs(params []*ssa.Parameter) (list []value) {
	for _, param := range params {
		list = append(list, p.fresh(param.Type(), param.Name()))
	}
	return list
}

func (p *path) builtin(b *ssa.Builtin, c *ssa.CallCommon, args []value, results types.Type) value {
	switch b.Name() {
	case "recover":
		p.recovers = true
		if p.panics == nil || len(p.stack) < 2 || !p.stack[len(p.stack)-2].runs {
			return p.zero(results)
		}
		p.panics.recovered = true
		return value{term: p.object("panic")}
	case "len", "cap":
		name := b.Name()
		switch c.Args[0].Type().Underlying().(type) {
		case *types.Chan, *types.Map:
			name = fmt.Sprintf("%s@%d/%d", name, p.now.acquired, p.now.called)
		}
		t := p.pool.Apply(heap.Int, name, p.termOf(args[0]))
		p.assume(p.pool.AtMost(p.pool.Num(0), t))
		return value{term: t}
	case "ssa:wrapnilchk":
		return args[0]
	case "delete", "clear", "copy", "close":
		p.now.acquired++
	case "append":
		for _, a := range args {
			p.escape(a)
		}
	}
	return p.fresh(results, b.Name())
}
