package syncop

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A Frame computes access paths in one function.
type Frame struct {
	Fn     *ssa.Function
	parent *Frame
	memo   map[ssa.Value]AccessPath
	only   map[*ssa.Alloc]ssa.Value // of OnlyObject

	positions positions
	ways      *ways   // nil until versions are asked for
	changed   *writes // nil until it is asked for
	// Results are the results of calls, as far as summaries give them.
	Results map[ssa.Value]AccessPath
	// Norm gives equal names to access paths that are the same object; may be nil.
	Norm func(AccessPath) AccessPath
}

// A fieldKey is a field of a type, whichever object it is in.
type fieldKey struct {
	named *types.TypeName // of a type without type arguments, or nil
	typ   string          // of any other
	field int
}

// NewFrame returns the frame of a function; parent is that of the function a
// literal stands in, or nil.
func NewFrame(fn *ssa.Function, parent *Frame) *Frame {
	return &Frame{Fn: fn, parent: parent, Results: map[ssa.Value]AccessPath{}}
}

func keyOf(fa *ssa.FieldAddr) fieldKey {
	t := Elem(fa.X.Type())
	if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() == 0 {
		return fieldKey{named: n.Obj(), field: fa.Field}
	}
	return fieldKey{typ: types.TypeString(t, nil), field: fa.Field}
}

// asked is the root of a value whose access path is being computed: a phi that leads to itself
// is a value of its own.
const asked = "!"

// AccessPath returns the access path of a value, or for a pointer, the access path of the
// object that it points to.
func (f *Frame) AccessPath(v ssa.Value) AccessPath {
	if _, ok := v.(*ssa.Const); ok {
		return AccessPath{}
	}
	if p, ok := f.Results[v]; ok {
		return p
	}
	if p, ok := f.memo[v]; ok {
		if p.Root == asked {
			return f.local(v)
		}
		return p
	}
	if f.memo == nil {
		f.memo = map[ssa.Value]AccessPath{}
	}
	f.memo[v] = AccessPath{Root: asked}
	p := f.computed(v).bounded()
	if f.Norm != nil {
		p = f.Norm(p)
	}
	f.memo[v] = p
	return p
}

// Forget drops what was computed: it is computed again, with the Results known by then,
// when it is asked for.
func (f *Frame) Forget() { f.memo = nil }

func (f *Frame) local(v ssa.Value) AccessPath {
	return AccessPath{Root: "L" + v.Name(), Types: typeSegment(Elem(v.Type()))}
}

// computed goes by the kind of the value: it has a name of its own, is reached
// from another value, or is another value.
func (f *Frame) computed(v ssa.Value) AccessPath {
	if p, ok := f.origin(v); ok {
		return p
	}
	if p, ok := f.reached(v); ok {
		return p
	}
	if p, ok := f.copied(v); ok {
		return p
	}
	return f.local(v)
}

// origin is the access path of a value at which paths start.
func (f *Frame) origin(v ssa.Value) (p AccessPath, ok bool) {
	switch v := v.(type) {
	case *ssa.Parameter:
		return AccessPath{Root: "P" + strconv.Itoa(paramIndex(v)), Types: typeSegment(Elem(v.Type()))}, true
	case *ssa.FreeVar:
		return f.free(v), true
	case *ssa.Global:
		name := v.Name()
		if v.Pkg != nil {
			name = PackagePath(v.Pkg.Pkg) + "." + name
		}
		return AccessPath{Root: "G", Path: name, Types: typeSegment(Elem(v.Type())), Var: name}, true
	case *ssa.Alloc:
		if param := passedByValue(v); param != nil {
			return f.AccessPath(param), true
		}
		if variable := valueOf(v); variable != nil {
			return f.AccessPath(variable), true
		}
		p = f.local(v)
		p.Var = f.variable(v.Comment)
		return p, true
	case *ssa.MakeChan:
		p = f.local(v)
		p.Var = f.variable(channelName(v))
		return p, true
	}
	return AccessPath{}, false
}

// channelName is the name of the variable that a channel is made for, where closures share
// the variable. Other variables have no name in the SSA form.
func channelName(v *ssa.MakeChan) string {
	for _, ref := range *v.Referrers() {
		if to, ok := ref.(*ssa.Store); ok && to.Val == v {
			if variable, ok := to.Addr.(*ssa.Alloc); ok && variable.Comment != "" {
				return variable.Comment
			}
		}
	}
	return "(chan " + v.Name() + ")"
}

// passedByValue returns the parameter that a local variable is the copy of, when it
// is a struct without a lock of its own: its fields point to objects that the caller
// knows.
func passedByValue(v *ssa.Alloc) *ssa.Parameter {
	param, ok := OnlyStore(v).(*ssa.Parameter)
	if !ok {
		return nil
	}
	st, ok := param.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if _, ok := st.Field(i).Type().Underlying().(*types.Struct); ok {
			return nil
		}
	}
	return param
}

// reached is the access path of a value after selectors, an index or a pointer.
func (f *Frame) reached(v ssa.Value) (p AccessPath, ok bool) {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return f.field(f.AccessPath(v.X), Elem(v.X.Type()), v.Field), true
	case *ssa.Field:
		return f.load(f.field(f.structOf(v.X), v.X.Type(), v.Field), v.Type()), true
	case *ssa.IndexAddr:
		return f.index(f.AccessPath(v.X), v.Index, Elem(v.Type())), true
	case *ssa.Index:
		return f.load(f.index(f.structOf(v.X), v.Index, v.Type()), v.Type()), true
	case *ssa.Lookup:
		if !v.CommaOk {
			return f.element(v, v.Type()), true
		}
	case *ssa.Extract:
		return f.extracted(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.deref(v), true
		}
		if v.Op == token.ARROW && !v.CommaOk {
			return f.load(f.index(f.AccessPath(v.X), v, v.Type()), v.Type()), true
		}
	case *ssa.Call:
		return f.loaded(v)
	}
	return AccessPath{}, false
}

// extracted is an element that a map or a channel holds.
func (f *Frame) extracted(v *ssa.Extract) (p AccessPath, ok bool) {
	switch t := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			return f.element(t, v.Type()), true
		}
	case *ssa.UnOp:
		if v.Index == 0 && t.Op == token.ARROW {
			return f.load(f.index(f.AccessPath(t.X), v, v.Type()), v.Type()), true
		}
	case *ssa.Next:
		if r, isRange := t.Iter.(*ssa.Range); isRange && !t.IsString && (v.Index == 2 || v.Index == 1 && IsSet(r.X.Type())) {
			return f.load(f.index(f.AccessPath(r.X), v, v.Type()), v.Type()), true
		}
	}
	return AccessPath{}, false
}

// IsSet reports whether a type is that of a map that is a set of objects: its keys are references, and its values are none. Its
// keys are its elements.
func IsSet(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok || !isEmpty(m.Elem()) && !isBasic(m.Elem()) {
		return false
	}
	_, isPointer := m.Key().Underlying().(*types.Pointer)
	return isPointer || types.IsInterface(m.Key())
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// element is the access path of a map's element.
func (f *Frame) element(l *ssa.Lookup, t types.Type) AccessPath {
	p := f.index(f.AccessPath(l.X), l.Index, t)
	if c := f.entryChanges(l); c.mayPrecede(l) {
		p = f.version(p, f.firstLookup(l))
	}
	return f.load(p, t)
}

// loaded is the result of a function of the standard library that returns what
// one of its arguments holds: an atomic variable, or a copy.
func (f *Frame) loaded(v *ssa.Call) (p AccessPath, ok bool) {
	callee := v.Call.StaticCallee()
	if callee == nil || len(v.Call.Args) == 0 {
		return AccessPath{}, false
	}
	if list := listOf(v, nil); list != nil {
		return f.index(f.AccessPath(list), v, Elem(v.Type())), true
	}
	if name := objectName(callee); name != "Load" && name != "Clone" {
		return AccessPath{}, false // without the cost of a key
	}
	switch Key(callee) {
	case "(*sync/atomic.Value).Load", "(*sync/atomic.Pointer[T]).Load":
		return f.load(f.version(f.AccessPath(v.Call.Args[0]), v), v.Type()), true
	case "slices.Clone", "maps.Clone":
		return f.AccessPath(v.Call.Args[0]), true
	}
	return AccessPath{}, false
}

// copied is the access path of a value that is another one, of another type perhaps.
func (f *Frame) copied(v ssa.Value) (p AccessPath, ok bool) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return f.AccessPath(v.X), true
	case *ssa.ChangeType:
		return f.AccessPath(v.X), true
	case *ssa.ChangeInterface:
		return f.AccessPath(v.X), true
	case *ssa.Slice:
		return f.AccessPath(v.X), true
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return f.retyped(v.X, v.Type()), true
		}
	case *ssa.Extract:
		if ta, isAssert := v.Tuple.(*ssa.TypeAssert); isAssert && v.Index == 0 {
			return f.retyped(ta.X, v.Type()), true
		}
	case *ssa.Phi:
		return f.phi(v), true
	}
	return AccessPath{}, false
}

func (f *Frame) retyped(x ssa.Value, t types.Type) AccessPath {
	p := f.AccessPath(x)
	if !isLockLike(Elem(t)) {
		p.Types, p.Var = typeSegment(Elem(t)), ""
	}
	return p
}

// adapts returns what a function was given that makes one interface of another
// (r, ok := s.base.(Reader); if !ok { r = toReader(s.base) }), or nil.
func adapts(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || len(call.Call.Args) != 1 || !types.IsInterface(call.Type()) || !types.IsInterface(call.Call.Args[0].Type()) {
		return nil
	}
	return call.Call.Args[0]
}

// adaptersLast returns the edges of a phi, those that make another interface of something after the others.
func adaptersLast(edges []ssa.Value) []ssa.Value {
	isAdapter := func(v ssa.Value) bool { return adapts(v) != nil }
	if !slices.ContainsFunc(edges, isAdapter) {
		return edges
	}
	list := slices.DeleteFunc(slices.Clone(edges), isAdapter)
	return append(list, slices.DeleteFunc(slices.Clone(edges), func(v ssa.Value) bool { return !isAdapter(v) })...)
}

// phi is the common access path of all edges, with an index of its own where they
// differ in nothing else, or a local value. A conversion to another interface leads to the same object.
func (f *Frame) phi(v *ssa.Phi) AccessPath {
	var common AccessPath
	started := false
	for _, e := range adaptersLast(v.Edges) {
		if c, ok := e.(*ssa.Const); ok && c.IsNil() {
			continue // it is not used
		}
		if in, ok := e.(ssa.Instruction); ok && !isPhiOf(e, v.Block()) && v.Block().Dominates(in.Block()) && slices.ContainsFunc(v.Edges, isNil) {
			return f.local(v) // the value that the last turn of a loop has kept, if any
		}
		p := f.AccessPath(e)
		if put, ok := f.putInMap(e); ok {
			p = put
		}
		if from := adapts(e); started && from != nil {
			p = f.AccessPath(from)
		}
		switch {
		case !started:
			common, started = p, true
		case p.Root == common.Root && p.Path == common.Path:
		default:
			own := func(string) string { return v.Name() }
			common, p = common.Reindex(own), p.Reindex(own)
			if p.Root != common.Root || p.Path != common.Path {
				return f.local(v)
			}
		}
	}
	if !started {
		return f.local(v)
	}
	return common
}

// putInMap is the access path of the element of a map that a new object becomes, where that is one element:
//
//	if m == nil { m = new(sync.Mutex); f.locks[key] = m }
func (f *Frame) putInMap(v ssa.Value) (p AccessPath, ok bool) {
	made, isNew := v.(*ssa.Alloc)
	if !isNew || !made.Heap {
		return AccessPath{}, false
	}
	for _, ref := range *made.Referrers() {
		if put, isPut := ref.(*ssa.MapUpdate); isPut && put.Value == v {
			if ok {
				return AccessPath{}, false
			}
			p, ok = f.load(f.index(f.AccessPath(put.Map), put.Key, v.Type()), v.Type()), true
		}
	}
	return p, ok
}

// isPhiOf reports whether a value is a phi at the start of a block.
func isPhiOf(e ssa.Value, b *ssa.BasicBlock) bool {
	phi, ok := e.(*ssa.Phi)
	return ok && phi.Block() == b
}
