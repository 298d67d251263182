package search

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/heap"
)

// A frame is a call that has not returned.
type frame struct {
	fn     *ssa.Function
	vals   map[ssa.Value]value
	defers []func()
	heads  map[*ssa.BasicBlock]*head
	at     token.Pos // of the call that it makes
	runs   bool      // its deferred functions run because of a panic
}

// An unwinding is a panic on its way up.
type unwinding struct{ recovered bool }

// call executes a function and returns its results, one value or a tuple.
func (p *path) call(fn *ssa.Function, args, free []value) value {
	if len(p.stack) == maxDepth || isGeneric(fn) {
		panic(pruned)
	}
	p.entered[fn] = true
	f := &frame{fn: fn, vals: map[ssa.Value]value{}, heads: map[*ssa.BasicBlock]*head{}}
	for i, param := range fn.Params {
		f.vals[param] = args[i]
	}
	for i, v := range fn.FreeVars {
		f.vals[v] = free[i]
	}
	p.stack = append(p.stack, f)
	depth := len(p.stack)
	res := p.guarded(f)
	p.stack = p.stack[:depth-1]
	return res
}

// isGeneric reports whether a function has types that are not known.
func isGeneric(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.TypeParams().Len() > len(fn.TypeArgs())
}

// guarded executes the blocks of a frame. A panic runs its deferred functions, of which one may recover.
func (p *path) guarded(f *frame) (res value) {
	depth := len(p.stack)
	defer func() {
		e := recover()
		if e == nil {
			return
		}
		u, isPanic := e.(*unwinding)
		if !isPanic {
			panic(e)
		}
		p.stack = p.stack[:depth]
		outer := p.panics
		p.panics, f.runs = u, true
		p.runDefers(f)
		p.panics = outer
		if !u.recovered {
			panic(u)
		}
		if res = p.zero(f.fn.Signature.Results()); f.fn.Recover != nil {
			res = p.blocks(f, f.fn.Recover)
		} else if len(res.parts) == 1 {
			res = res.parts[0]
		}
	}()
	return p.blocks(f, f.fn.Blocks[0])
}

func (p *path) runDefers(f *frame) {
	for len(f.defers) > 0 {
		last := f.defers[len(f.defers)-1]
		f.defers = f.defers[:len(f.defers)-1]
		last()
	}
}

// blocks executes from a block until the function returns.
func (p *path) blocks(f *frame, b *ssa.BasicBlock) value {
	var from *ssa.BasicBlock
	for {
		p.enter(f, from, b)
		last := b.Instrs[len(b.Instrs)-1]
		for _, instr := range b.Instrs[:len(b.Instrs)-1] {
			if _, isPhi := instr.(*ssa.Phi); !isPhi {
				p.exec(f, instr)
			}
		}
		from = b
		switch i := last.(type) {
		case *ssa.Jump:
			b = b.Succs[0]
		case *ssa.If:
			if p.decide(p.value(f, i.Cond).term) {
				b = b.Succs[0]
			} else {
				b = b.Succs[1]
			}
		case *ssa.Return:
			return p.results(f, i)
		case *ssa.Panic:
			panic(&unwinding{})
		}
	}
}

func (p *path) results(f *frame, r *ssa.Return) value {
	if len(r.Results) == 1 {
		return p.value(f, r.Results[0])
	}
	v := value{parts: []value{}}
	for _, res := range r.Results {
		v.parts = append(v.parts, p.value(f, res))
	}
	return v
}

// value is that of an operand.
func (p *path) value(f *frame, v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return p.constant(v)
	case *ssa.Global:
		return p.pointer(variable{obj: p.pool.Object(v.String())})
	case *ssa.Function:
		return p.function(v, nil)
	}
	val, ok := f.vals[v]
	if !ok {
		val = p.fresh(v.Type(), v.Name())
		f.vals[v] = val
	}
	return val
}

// exec executes an instruction that ends no block.
func (p *path) exec(f *frame, instr ssa.Instruction) {
	p.total++
	if p.steps++; p.steps > maxSteps || p.total > maxTotal {
		panic(pruned)
	}
	switch i := instr.(type) {
	case *ssa.Store:
		p.store(target(p.value(f, i.Addr)), i.Val.Type(), p.value(f, i.Val))
	case *ssa.Defer:
		run := p.prepare(f, &i.Call, i.Pos())
		f.defers = append(f.defers, func() { run() })
	case *ssa.RunDefers:
		p.runDefers(f)
	case *ssa.Go, *ssa.Send, *ssa.MapUpdate:
		p.gives(f, instr)
	case *ssa.Call:
		run := p.prepare(f, &i.Call, i.Pos())
		f.at = i.Pos()
		f.vals[i] = run()
		f.at = token.NoPos
	case ssa.Value:
		f.vals[i] = p.eval(f, i)
	}
}

// gives lets others know the operands.
func (p *path) gives(f *frame, instr ssa.Instruction) {
	var operands [8]*ssa.Value
	for _, op := range instr.Operands(operands[:0]) {
		if *op != nil {
			p.escape(p.value(f, *op))
		}
	}
	p.now.acquired++ // look-ups and lengths are others from here on, and a receiver may go on
}

// eval is the value of an instruction.
func (p *path) eval(f *frame, v ssa.Value) value {
	switch i := v.(type) {
	case *ssa.Alloc:
		obj := p.object("new")
		p.made[obj] = true
		return p.pointer(variable{obj: obj})
	case *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice:
		return value{term: p.object("make")}
	case *ssa.FieldAddr:
		return p.pointer(inside(target(p.value(f, i.X)), fieldOf(i.X.Type(), i.Field)))
	case *ssa.IndexAddr:
		return p.pointer(p.element(p.value(f, i.X).term, p.value(f, i.Index)))
	case *ssa.Field:
		return p.part(p.value(f, i.X), i.Field, i.Type())
	case *ssa.Extract:
		return p.part(p.value(f, i.Tuple), i.Index, i.Type())
	case *ssa.UnOp:
		return p.unary(f, i)
	case *ssa.BinOp:
		return value{term: p.binary(f, i)}
	case *ssa.ChangeType:
		return p.value(f, i.X)
	case *ssa.ChangeInterface:
		return p.value(f, i.X)
	case *ssa.MakeInterface:
		x := p.value(f, i.X)
		return value{term: p.pool.Apply(heap.Ref, "box "+i.X.Type().String(), p.termOf(x)), dyn: i.X.Type(), box: &x}
	case *ssa.MakeClosure:
		var free []value
		for _, b := range i.Bindings {
			free = append(free, p.value(f, b))
		}
		return p.function(i.Fn.(*ssa.Function), free)
	case *ssa.TypeAssert:
		return p.assert(f, i)
	case *ssa.Slice:
		if i.Low == nil && i.High == nil && i.Max == nil {
			return p.value(f, i.X)
		}
	case *ssa.Convert:
		return p.convert(i, p.value(f, i.X))
	case *ssa.Select:
		p.now.acquired++
	case *ssa.Lookup:
		return p.lookup(f, i)
	}
	return p.fresh(v.Type(), v.Name())
}

// convert keeps an integer that the new type can have. A path with an unsafe pointer is left.
func (p *path) convert(i *ssa.Convert, x value) value {
	for _, t := range []types.Type{i.Type(), i.X.Type()} {
		if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
			panic(pruned)
		}
	}
	if from, to := rangeOf(i.X.Type()), rangeOf(i.Type()); from.bits > 0 && (from == to || from.most <= to.bits && (from.signed == to.signed || to.signed && from.most < to.bits)) {
		return x
	}
	return p.build(i.Type(), func(s heap.Sort, path string) *heap.Term {
		return p.pool.Apply(s, "convert "+i.Type().String()+path, p.termOf(x))
	}, "")
}

// An intRange is the size of an integer type, of 0 bits for other types. An int has 32 bits at least, and 64 at most.
type intRange struct {
	bits, most int64
	signed     bool
}

func rangeOf(t types.Type) intRange {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return intRange{}
	}
	bits := func(arch string) int64 { return 8 * types.SizesFor("gc", arch).Sizeof(b) }
	return intRange{bits("386"), bits("amd64"), b.Info()&types.IsUnsigned == 0}
}

func (p *path) part(v value, i int, t types.Type) value {
	if i < len(v.parts) {
		return v.parts[i]
	}
	return p.fresh(t, "part")
}

func (p *path) lookup(f *frame, i *ssa.Lookup) value {
	x, key := p.value(f, i.X), p.value(f, i.Index)
	name := fmt.Sprintf("look up@%d/%d", p.now.acquired, p.now.called)
	return p.build(i.Type(), func(s heap.Sort, path string) *heap.Term {
		return p.pool.Apply(s, name+path, p.termOf(x), p.termOf(key))
	}, "")
}

func (p *path) unary(f *frame, i *ssa.UnOp) value {
	x := p.value(f, i.X)
	switch {
	case i.Op == token.MUL:
		return p.load(target(x), i.Type())
	case i.Op == token.NOT:
		return value{term: p.pool.Not(x.term)}
	case i.Op == token.ARROW:
		p.now.acquired++
		return p.fresh(i.Type(), "received")
	}
	return value{term: p.pool.Apply(sortOf(i.Type()), i.Op.String(), x.term)}
}

func (p *path) binary(f *frame, i *ssa.BinOp) *heap.Term {
	x, y := p.termOf(p.value(f, i.X)), p.termOf(p.value(f, i.Y))
	ints := x.Sort == heap.Int && y.Sort == heap.Int
	switch { // sums wrap around: they are results of which nothing is known
	case isFloat(i.X.Type()), x == y && x != p.pool.Object("") && hasFloats(i.X.Type()): // NaN is not equal to itself
	case x.Sort == y.Sort && i.Op == token.EQL:
		return p.equal(x, y)
	case x.Sort == y.Sort && i.Op == token.NEQ:
		return p.pool.Not(p.equal(x, y))
	case !ints:
	case i.Op == token.LSS:
		return p.pool.Less(x, y)
	case i.Op == token.LEQ:
		return p.pool.AtMost(x, y)
	case i.Op == token.GTR:
		return p.pool.Less(y, x)
	case i.Op == token.GEQ:
		return p.pool.AtMost(y, x)
	}
	return p.pool.Apply(sortOf(i.Type()), i.Op.String(), x, y)
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

// hasFloats reports whether a value may have a float in it.
func hasFloats(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Struct, *types.Array:
		return true
	}
	return false
}

// equal is x == y. An interface with a value and the address of a variable are not nil.
func (p *path) equal(x, y *heap.Term) *heap.Term {
	null := p.pool.Object("")
	if x == null {
		x, y = y, x
	}
	if y == null && (x.Is("box ") || x.Is("address ")) {
		return p.pool.Truth(false)
	}
	return p.pool.Equal(x, y)
}

// typeOf is the dynamic type of an interface value.
func (p *path) typeOf(v value) *heap.Term {
	if v.dyn != nil {
		return p.typeTerm(v.dyn)
	}
	return p.pool.Apply(heap.Ref, "type", v.term)
}

func (p *path) typeTerm(t types.Type) *heap.Term { return p.pool.Object("type " + t.String()) }

// assert is a type assertion. The dynamic type of an unknown interface is a term that is compared.
func (p *path) assert(f *frame, i *ssa.TypeAssert) value {
	x := p.value(f, i.X)
	var is *heap.Term
	toInterface := types.IsInterface(i.AssertedType)
	switch {
	case toInterface && x.dyn != nil:
		is = p.pool.Truth(types.Implements(x.dyn, i.AssertedType.Underlying().(*types.Interface)))
	case toInterface:
		is = p.pool.Apply(heap.Bool, "implements "+i.AssertedType.String(), p.typeOf(x))
	default:
		is = p.pool.Equal(p.typeOf(x), p.typeTerm(i.AssertedType))
	}
	ok := p.decide(is)
	var res value
	switch {
	case !ok && !i.CommaOk:
		panic(&unwinding{})
	case !ok:
		res = p.zero(i.AssertedType)
	case toInterface:
		res = x
	case x.box != nil:
		res = *x.box
	default:
		res = p.build(i.AssertedType, func(s heap.Sort, path string) *heap.Term {
			return p.pool.Apply(s, "data "+i.AssertedType.String()+path, x.term)
		}, "")
	}
	if !i.CommaOk {
		return res
	}
	return value{parts: []value{res, {term: p.pool.Truth(ok)}}}
}

// A head is the first block of a loop that a frame has come to.
type head struct {
	turns  int
	cells  int
	held   []hold
	freed  int
	phis   []*heap.Term
	loose  map[*ssa.Phi]bool // phis that are unknown since
	opened map[variable]bool // variables that are
}

// enter gives the phis of a block their values. At the head of a loop all is made unknown that a turn has changed. When a further turn changes nothing else,
// it shows nothing new, and the path is over.
func (p *path) enter(f *frame, from, b *ssa.BasicBlock) {
	var phis []*ssa.Phi
	var vals []value
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		phis = append(phis, phi)
		vals = append(vals, p.value(f, phi.Edges[slices.Index(b.Preds, from)]))
	}
	h := f.heads[b]
	back := from != nil && b.Dominates(from)
	if h == nil || !back {
		h = &head{loose: map[*ssa.Phi]bool{}, opened: map[variable]bool{}}
		f.heads[b] = h
	} else {
		p.turn(h, phis, vals)
	}
	h.turns++
	h.cells, h.held, h.freed, h.phis = len(p.cells), slices.Clone(p.held), len(p.freed), nil
	for i, phi := range phis {
		f.vals[phi] = vals[i]
		h.phis = append(h.phis, vals[i].term)
	}
}

// turn comes back to the head of a loop.
func (p *path) turn(h *head, phis []*ssa.Phi, vals []value) {
	news := false
	written := slices.Clone(p.cells[h.cells:])
	for _, c := range written {
		if at := (variable{c.obj, c.path, c.field}); !h.opened[at] {
			h.opened[at], news = true, news || !p.made[whole(c.obj)] || p.isOlder(h, whole(c.obj))
		}
	}
	for i, phi := range phis {
		if h.phis[i] == nil || vals[i].term != h.phis[i] {
			news = news || !h.loose[phi]
			h.loose[phi] = true
		}
	}
	sameLocks := len(p.freed) == h.freed && slices.EqualFunc(p.held, h.held, func(x, y hold) bool { return x == y })
	switch {
	case h.turns > 1 && !news && sameLocks:
		panic(infeasible)
	case h.turns == maxTurns:
		panic(pruned)
	}
	for i, phi := range phis {
		if h.loose[phi] {
			vals[i] = p.fresh(phi.Type(), "loop")
		}
	}
	for _, c := range written {
		p.cells = append(p.cells, cell{c.variable, c.typ, p.fresh(c.typ, "loop"), p.now})
	}
}

// isOlder reports whether an object that the path has made was in use before this turn.
func (p *path) isOlder(h *head, obj *heap.Term) bool {
	return slices.ContainsFunc(p.cells[:h.cells], func(c cell) bool { return whole(c.obj) == obj })
}

// whole is the object of an element, and any other object itself.
func whole(obj *heap.Term) *heap.Term {
	for {
		of := obj.Of("element")
		if of == obj {
			return obj
		}
		obj = of
	}
}
