package pointer

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A frame is an instance of a function in the constraint system. Most functions
// have one for all calls; see clones.go for those that have more.
type frame struct {
	fn      *ssa.Function
	values  map[ssa.Value]node
	results node
	call    ssa.CallInstruction // of a clone
	caller  *frame              // of a clone
	targets targets
}

// A generator turns functions into constraints.
type generator struct {
	*memory
	sys        *system
	world      *world
	base       map[*ssa.Function]*frame
	frames     map[*ssa.Function][]*frame
	todo       []*frame
	panics     node
	concrete   map[exactKey]tag // filters
	abstract   map[types.Type]tag
	loose      map[shape]bool // shapes whose cells may be in an interface under a name that is lost
	clones     int
	methods    map[exactKey]map[string]bool // ids of the methods of shapes
	sharing    map[shape]bool               // merged
	small      map[*ssa.Function]bool       // verdicts of worthCloning
	reflection *reflection
}

func newGenerator(w *world) *generator {
	sys := newSystem()
	l := newLayouts(sys)
	r := newReflection(l, w)
	w.survey(l)
	g := &generator{
		memory:     newMemory(l),
		reflection: r,
		sys:        sys,
		world:      w,
		base:       map[*ssa.Function]*frame{},
		frames:     map[*ssa.Function][]*frame{},
		panics:     sys.node(),
		concrete:   map[exactKey]tag{},
		abstract:   map[types.Type]tag{},
		loose:      map[shape]bool{},
		methods:    map[exactKey]map[string]bool{},
		small:      map[*ssa.Function]bool{},
	}
	sys.mirrors = func(sh shape) bool { return r.seen[sh] }
	return g
}

// generate makes the constraints of all functions of the world. The parameters
// of roots are unknown, and of those that no code calls.
func (g *generator) generate(roots []*ssa.Function) {
	for _, fn := range roots {
		g.unknownEntry(fn)
	}
	for _, fn := range g.world.functions {
		if !g.world.callers[fn] || g.world.escaped[fn] || g.world.partial.mayCall(fn) {
			g.unknownEntry(fn)
		}
	}
	g.reflect()
	for len(g.todo) > 0 {
		f := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		g.body(f)
	}
	g.overwrite()
}

// unknownEntry lets the parameters of a function be anything.
func (g *generator) unknownEntry(fn *ssa.Function) {
	if !g.world.analysed(fn) {
		return
	}
	f := g.frame(fn)
	for _, p := range fn.Params {
		g.unknown(g.value(f, p), p.Type(), Parameter)
	}
}

// unknown lets a variable of type t hold anything of that type.
func (g *generator) unknown(n node, t types.Type, c Cause) {
	for _, lf := range g.leaves(t) {
		element := g.unseen(lf.typ)
		if c == Reflection && element == g.any {
			element = g.mirror
		}
		g.sys.add(addrOf, at(n, lf.off), element, 0, noTag)
		g.sys.add(addrOf, at(n, lf.off), g.marks[c], 0, noTag)
	}
}

// frame returns the instance of a function that all calls share.
func (g *generator) frame(fn *ssa.Function) *frame {
	f := g.base[fn]
	if f == nil {
		f = g.newFrame(fn, nil, nil)
		g.base[fn] = f
	}
	return f
}

func (g *generator) newFrame(fn *ssa.Function, caller *frame, call ssa.CallInstruction) *frame {
	f := &frame{fn: fn, values: map[ssa.Value]node{}, caller: caller, call: call}
	f.results = g.variable(fn.Signature.Results())
	g.frames[fn] = append(g.frames[fn], f)
	g.todo = append(g.todo, f)
	return f
}

// at returns the node off after n, or none if n is none.
func at(n node, off int32) node {
	if n == 0 {
		return 0
	}
	return n + off
}

// leaves returns the cells of a type that hold pointers. A tuple is laid out
// like a struct without a cell for itself.
func (g *generator) leaves(t types.Type) []leaf {
	tuple, ok := t.(*types.Tuple)
	if !ok {
		if t == nil || !g.pointers(t) {
			return nil
		}
		return g.layout(t).leaves
	}
	var all []leaf
	off := int32(0)
	for v := range tuple.Variables() {
		for _, lf := range g.leaves(v.Type()) {
			all = append(all, leaf{off + lf.off, lf.typ})
		}
		off += g.size(v.Type())
	}
	return all
}

// size returns how many nodes a value of a type occupies in a tuple.
func (g *generator) size(t types.Type) int32 {
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.Invalid { // unused part of a range tuple
		return 1
	}
	return g.layout(t).size()
}

func (g *generator) tupleOffset(t *types.Tuple, index int) int32 {
	off := int32(0)
	for i := range index {
		off += g.size(t.At(i).Type())
	}
	return off
}

// variable makes the nodes for a value of type t: none if it holds no pointer.
func (g *generator) variable(t types.Type) node {
	if tuple, ok := t.(*types.Tuple); ok {
		if !hasPointers(tuple) {
			return 0
		}
		return g.sys.nodes(int(g.tupleOffset(tuple, tuple.Len())))
	}
	if !g.pointers(t) {
		return 0
	}
	return g.sys.nodes(int(g.layout(t).size()))
}

// value returns the node of a value.
func (g *generator) value(f *frame, v ssa.Value) node {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return 0
	case *ssa.Global:
		return g.global(v)
	}
	n, ok := f.values[v]
	if !ok {
		n = g.newValue(f, v)
		f.values[v] = n
	}
	return n
}

// newValue makes the node of a value, if it can hold a pointer.
func (g *generator) newValue(f *frame, v ssa.Value) node {
	if r, ok := v.(*ssa.Range); ok { // an iterator is its map
		return g.value(f, r.X)
	}
	return g.variable(v.Type())
}

// copy makes dst include src, both of type t.
func (g *generator) copy(dst, src node, t types.Type) {
	for _, lf := range g.leaves(t) {
		g.sys.add(move, at(dst, lf.off), at(src, lf.off), 0, noTag)
	}
}

// A place is an address: off cells after the target of a variable. lay has the layout
// there.
type place struct {
	ptr node
	off int32
	lay *layout
	at  int32 // where in lay the place begins
	typ types.Type
}

// place returns the place that a pointer points to. The address of a field is
// the struct's with an offset, as long as it goes nowhere else.
func (g *generator) place(f *frame, addr ssa.Value) place {
	t := deref(addr.Type())
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return place{g.value(f, addr), 0, g.layout(t), 0, t}
	}
	outer := g.place(f, fa.X)
	off := g.offset(deref(fa.X.Type()), fa.Field)
	return place{outer.ptr, outer.off + off, g.layout(deref(fa.X.Type())), off, t}
}

// load makes dst include what is at a place.
func (g *generator) load(dst node, p place) {
	for _, lf := range g.leaves(p.typ) {
		g.sys.add(load, at(dst, lf.off), p.ptr, p.off+lf.off, tag(p.lay.classes[p.at+lf.off]))
	}
}

// store puts a value into a place.
func (g *generator) store(p place, src node) {
	for _, lf := range g.leaves(p.typ) {
		g.sys.add(store, p.ptr, at(src, lf.off), p.off+lf.off, tag(p.lay.classes[p.at+lf.off]))
	}
}

// inside returns the place of a part of a map or channel.
func (g *generator) inContainer(f *frame, x ssa.Value, part int) place {
	var t types.Type
	switch u := x.Type().Underlying().(type) {
	case *types.Chan:
		t = u.Elem()
	case *types.Map:
		if t = u.Key(); part == 1 {
			t = u.Elem()
		}
	}
	lay, _ := g.content(x.Type())
	off := g.part(x.Type(), part)
	return place{g.value(f, x), off, lay, off, t}
}

// allocate makes an object at a site and lets the variable of v point to it.
func (g *generator) allocate(f *frame, v ssa.Value, k Kind) {
	lay, t := g.content(v.Type())
	n := g.make(object{}, origin{kind: k, typ: t, site: v, at: f}, lay)
	g.sys.add(addrOf, g.value(f, v), n, 0, noTag)
}

// body makes the constraints of a function.
func (g *generator) body(f *frame) {
	f.targets = g.world.targets(f.fn)
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			g.instruction(f, instr)
		}
	}
}

// instruction makes the constraints of an instruction.
func (g *generator) instruction(f *frame, instr ssa.Instruction) {
	switch i := instr.(type) {
	case ssa.CallInstruction:
		g.call(f, i)
	case *ssa.Return:
		g.returnFrom(f, i)
	case *ssa.Store:
		g.store(g.place(f, i.Addr), g.value(f, i.Val))
	case *ssa.MapUpdate:
		g.store(g.inContainer(f, i.Map, 0), g.value(f, i.Key))
		g.store(g.inContainer(f, i.Map, 1), g.value(f, i.Value))
	case *ssa.Send:
		g.store(g.inContainer(f, i.Chan, 0), g.value(f, i.X))
	case *ssa.Panic:
		g.sys.add(move, g.panics, g.value(f, i.X), 0, noTag)
	case *ssa.MakeClosure:
		for k, b := range i.Bindings {
			fv := i.Fn.(*ssa.Function).FreeVars[k]
			g.copy(g.value(g.closure(f, i), fv), g.value(f, b), b.Type())
		}
	case ssa.Value:
		g.definition(f, i)
	}
}

// closure returns the instance of the function of a closure.
func (g *generator) closure(_ *frame, c *ssa.MakeClosure) *frame {
	return g.frame(c.Fn.(*ssa.Function))
}

func (g *generator) returnFrom(f *frame, r *ssa.Return) {
	off := int32(0)
	for _, v := range r.Results {
		g.copy(at(f.results, off), g.value(f, v), v.Type())
		off += g.size(v.Type())
	}
}

// definition makes the constraints of an instruction that is a value.
func (g *generator) definition(f *frame, v ssa.Value) {
	dst := g.value(f, v)
	switch v := v.(type) {
	case *ssa.Alloc:
		g.allocate(f, v, Alloc)
	case *ssa.MakeSlice:
		g.allocate(f, v, MakeSlice)
	case *ssa.MakeMap:
		g.allocate(f, v, MakeMap)
	case *ssa.MakeChan:
		g.allocate(f, v, MakeChan)
	case *ssa.MakeInterface:
		g.makeInterface(f, v)
	case *ssa.Phi:
		for _, e := range v.Edges {
			g.copy(dst, g.value(f, e), v.Type())
		}
	case *ssa.ChangeType:
		g.copy(dst, g.value(f, v.X), v.Type())
	case *ssa.ChangeInterface:
		g.copy(dst, g.value(f, v.X), v.Type())
	case *ssa.SliceToArrayPointer:
		g.sys.add(move, dst, g.value(f, v.X), 0, noTag)
	case *ssa.Convert:
		g.convertValue(f, v)
	case *ssa.TypeAssert:
		g.assert(dst, g.value(f, v.X), v.AssertedType)
	case *ssa.Field:
		g.copy(dst, at(g.value(f, v.X), g.offset(v.X.Type(), v.Field)), v.Type())
	case *ssa.Index:
		g.copy(dst, g.value(f, v.X), v.Type())
	case *ssa.FieldAddr:
		t := deref(v.X.Type())
		g.fieldAddr(dst, g.value(f, v.X), t, v.Field)
	case *ssa.IndexAddr:
		g.sys.add(move, dst, g.value(f, v.X), 0, noTag)
	case *ssa.Extract:
		tuple := v.Tuple.Type().(*types.Tuple)
		g.copy(dst, at(g.value(f, v.Tuple), g.tupleOffset(tuple, v.Index)), v.Type())
	default:
		g.access(f, v, dst)
	}
}

// access makes the constraints of an instruction that reads memory.
func (g *generator) access(f *frame, v ssa.Value, dst node) {
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			g.load(dst, g.place(f, v.X))
		case token.ARROW:
			g.load(dst, g.inContainer(f, v.X, 0))
		}
	case *ssa.Slice:
		if hasPointers(v.X.Type()) { // not a string
			g.sys.add(move, dst, g.value(f, v.X), 0, noTag)
		}
	case *ssa.Lookup:
		if _, ok := v.X.Type().Underlying().(*types.Map); ok {
			g.load(dst, g.inContainer(f, v.X, 1))
		}
	case *ssa.Next:
		g.next(f, v, dst)
	case *ssa.Select:
		g.selection(f, v, dst)
	}
}

// fieldAddr makes dst point to a field of the objects that src points to.
func (g *generator) fieldAddr(dst, src node, t types.Type, index int) {
	if off := g.offset(t, index); off != 0 {
		g.sys.add(field, dst, src, off, tag(g.shape(t)))
		return
	}
	g.sys.add(move, dst, src, 0, noTag) // a struct that is one cell
}

// next makes the constraints of a step through a map: (ok, key, value).
func (g *generator) next(f *frame, v *ssa.Next, dst node) {
	if v.IsString {
		return
	}
	x := v.Iter.(*ssa.Range).X
	tuple := v.Type().(*types.Tuple)
	for part := range 2 {
		if isInvalid(tuple.At(part + 1).Type()) {
			continue
		}
		g.load(at(dst, g.tupleOffset(tuple, part+1)), g.inContainer(f, x, part))
	}
}

func isInvalid(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.Invalid
}

// selection makes the constraints of a select: (index, ok, received...).
func (g *generator) selection(f *frame, v *ssa.Select, dst node) {
	tuple := v.Type().(*types.Tuple)
	received := 2
	for _, st := range v.States {
		if st.Dir == types.SendOnly {
			g.store(g.inContainer(f, st.Chan, 0), g.value(f, st.Send))
			continue
		}
		g.load(at(dst, g.tupleOffset(tuple, received)), g.inContainer(f, st.Chan, 0))
		received++
	}
}

// convertValue makes the constraints of a conversion between representations.
// Those that hold pointers come from, or become, an unsafe pointer.
func (g *generator) convertValue(f *frame, v *ssa.Convert) {
	dst, src := g.value(f, v), g.value(f, v.X)
	switch {
	case dst == 0:
	case !hasPointers(v.X.Type()): // a string to a slice without pointers, or an integer
		if isUnsafe(v.Type()) {
			g.unknown(dst, v.Type(), UnsafeConversion)
		} else {
			g.allocate(f, v, MakeSlice)
		}
	case isUnsafe(v.Type()) || !isUnsafe(v.X.Type()):
		g.sys.add(move, dst, src, 0, noTag)
	default:
		g.cast(dst, src, v)
	}
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// cast makes the constraint of a conversion from an unsafe pointer. Where
// nothing of the wanted type lies at the address, the result is unknown.
func (g *generator) cast(dst, src node, v *ssa.Convert) {
	t := deref(v.Type())
	sh := g.shape(t)
	g.sys.unseen[tag(sh)] = g.unseen(v.Type())
	g.sys.add(cast, dst, src, 0, tag(sh))
	if !g.structs[sh] && hasPointers(t) {
		// Fields are told apart by the struct they are in: stores through such a pointer are not seen.
		g.sys.add(addrOf, dst, g.marks[UnsafeStore], 0, noTag)
	}
}
