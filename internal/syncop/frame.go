package syncop

import (
	"fmt"
	"go/token"
	"go/types"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Frame computes places in one function.
type Frame struct {
	Fn     *ssa.Function
	parent *Frame
	memo   map[ssa.Value]Place
	stored map[fieldKey][]*ssa.Store
	// Results are what calls return when their summaries say so.
	Results map[ssa.Value]Place
	// Norm gives equal names to places that are the same object; may be nil.
	Norm func(Place) Place
}

// A fieldKey is a field of a type, whichever object it is in.
type fieldKey struct {
	typ   string
	field int
}

// NewFrame returns the frame of a function; parent is that of the function a
// literal stands in, or nil.
func NewFrame(fn *ssa.Function, parent *Frame) *Frame {
	f := &Frame{Fn: fn, parent: parent, memo: map[ssa.Value]Place{}, stored: map[fieldKey][]*ssa.Store{}, Results: map[ssa.Value]Place{}}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Store); ok {
				if fa, ok := s.Addr.(*ssa.FieldAddr); ok {
					f.stored[keyOf(fa)] = append(f.stored[keyOf(fa)], s)
				}
			}
		}
	}
	return f
}

func keyOf(fa *ssa.FieldAddr) fieldKey {
	return fieldKey{types.TypeString(Elem(fa.X.Type()), nil), fa.Field}
}

// Place returns the symbolic path of a value: of what it points to, for a pointer.
func (f *Frame) Place(v ssa.Value) Place {
	if p, ok := f.Results[v]; ok {
		return p
	}
	if p, ok := f.memo[v]; ok {
		return p
	}
	f.memo[v] = f.local(v) // ends recursion through phis
	p := f.place(v).bounded()
	if f.Norm != nil {
		p = f.Norm(p)
	}
	f.memo[v] = p
	return p
}

// Forget drops what was computed before Results changed.
func (f *Frame) Forget() { clear(f.memo) }

func (f *Frame) local(v ssa.Value) Place {
	return Place{Root: "L" + v.Name(), Types: typeSegment(Elem(v.Type()))}
}

// place goes by what kind of value it is: one that has a name of its own, one
// that is reached from another value, or one that is another value.
func (f *Frame) place(v ssa.Value) Place {
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

// origin is the place of a value at which paths start.
func (f *Frame) origin(v ssa.Value) (p Place, ok bool) {
	switch v := v.(type) {
	case *ssa.Parameter:
		return Place{Root: fmt.Sprint("P", paramIndex(v)), Types: typeSegment(Elem(v.Type()))}, true
	case *ssa.FreeVar:
		return f.free(v), true
	case *ssa.Global:
		name := v.Name()
		if v.Pkg != nil {
			name = PackagePath(v.Pkg.Pkg) + "." + name
		}
		return Place{Root: "G", Path: name, Types: typeSegment(Elem(v.Type())), Var: name}, true
	case *ssa.Alloc:
		p = f.local(v)
		p.Var = f.variable(v.Comment)
		return p, true
	case *ssa.MakeChan:
		p = f.local(v)
		p.Var = f.variable("(chan " + v.Name() + ")")
		return p, true
	case *ssa.Const:
		return Place{}, true
	}
	return Place{}, false
}

// reached is the place of a value behind selectors, an index or a pointer.
func (f *Frame) reached(v ssa.Value) (p Place, ok bool) {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return f.field(f.Place(v.X), Elem(v.X.Type()), v.Field), true
	case *ssa.Field:
		return f.load(f.field(f.structOf(v.X), v.X.Type(), v.Field), v.Type()), true
	case *ssa.IndexAddr:
		return f.index(f.Place(v.X), v.Index, Elem(v.Type())), true
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
			return f.load(f.index(f.Place(v.X), v, v.Type()), v.Type()), true
		}
	case *ssa.Call:
		return f.loaded(v)
	}
	return Place{}, false
}

// extracted is an element that a map or a channel holds.
func (f *Frame) extracted(v *ssa.Extract) (p Place, ok bool) {
	switch t := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			return f.element(t, v.Type()), true
		}
	case *ssa.UnOp:
		if v.Index == 0 && t.Op == token.ARROW {
			return f.load(f.index(f.Place(t.X), v, v.Type()), v.Type()), true
		}
	case *ssa.Next:
		if r, isRange := t.Iter.(*ssa.Range); isRange && v.Index == 2 && !t.IsString {
			return f.load(f.index(f.Place(r.X), v, v.Type()), v.Type()), true
		}
	}
	return Place{}, false
}

// element is what a map holds.
func (f *Frame) element(l *ssa.Lookup, t types.Type) Place {
	return f.load(f.index(f.Place(l.X), l.Index, t), t)
}

// loaded is the result of a function of the standard library that returns what
// one of its arguments holds: an atomic variable, or a copy.
func (f *Frame) loaded(v *ssa.Call) (p Place, ok bool) {
	callee := v.Call.StaticCallee()
	if callee == nil || len(v.Call.Args) == 0 {
		return Place{}, false
	}
	switch Key(callee) {
	case "(*sync/atomic.Value).Load", "(*sync/atomic.Pointer[T]).Load":
		return f.load(f.version(f.Place(v.Call.Args[0]), v), v.Type()), true
	case "slices.Clone", "maps.Clone":
		return f.Place(v.Call.Args[0]), true
	}
	return Place{}, false
}

// copied is the place of a value that is another one, of another type perhaps.
func (f *Frame) copied(v ssa.Value) (p Place, ok bool) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return f.Place(v.X), true
	case *ssa.ChangeType:
		return f.Place(v.X), true
	case *ssa.ChangeInterface:
		return f.Place(v.X), true
	case *ssa.Slice:
		return f.Place(v.X), true
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
	return Place{}, false
}

func paramIndex(v *ssa.Parameter) int {
	for i, p := range v.Parent().Params {
		if p == v {
			return i
		}
	}
	return -1
}

// variable names a local variable as the dynamic side does.
func (f *Frame) variable(name string) string {
	return RuntimeName(f.Fn) + "." + strings.ReplaceAll(name, " ", "")
}

// free is a free variable: the root is ours, the names are the parent's.
func (f *Frame) free(v *ssa.FreeVar) Place {
	p := Place{Types: typeSegment(Elem(v.Type()))}
	for i, fv := range f.Fn.FreeVars {
		if fv != v {
			continue
		}
		p.Root = fmt.Sprint("F", i)
		if b := f.binding(i); b != nil {
			outer := f.parent.Place(b)
			p.Types, p.Var = outer.Types, outer.Var
		}
	}
	return p
}

// binding is what the parent binds to a free variable, when that is one value.
func (f *Frame) binding(i int) ssa.Value {
	if f.parent == nil {
		return nil
	}
	var found ssa.Value
	for _, b := range f.parent.Fn.Blocks {
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeClosure)
			if !ok || mc.Fn != f.Fn || i >= len(mc.Bindings) {
				continue
			}
			if found != nil && found != mc.Bindings[i] {
				return nil
			}
			found = mc.Bindings[i]
		}
	}
	return found
}

func (f *Frame) field(base Place, owner types.Type, index int) Place {
	return FieldOf(base, owner, index)
}

// FieldOf is the place of a field of the struct in place base.
func FieldOf(base Place, owner types.Type, index int) Place {
	st, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return Place{Root: Unknown}
	}
	fld := st.Field(index)
	kind := "."
	if fld.Embedded() {
		kind = "+"
	}
	base.Path += "." + fld.Name() + ownerTag(owner)
	base.Types += "|" + kind + fld.Name() + "|" + typeSegment(fld.Type())
	return base
}

// ownerTag tells fields of one name apart by the type that they are in.
func ownerTag(owner types.Type) string {
	name := strings.TrimLeft(typeSegment(owner), "~^")
	if name == "" {
		return ""
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return "'" + strconv.FormatUint(uint64(h.Sum32()%(36*36*36*36)), 36)
}

func (f *Frame) index(base Place, index ssa.Value, elem types.Type) Place {
	base.Path += "[" + indexName(index) + "]"
	base.Types += "|[]|" + typeSegment(elem)
	return base
}

// indexName is how an index stands in a path: "=" and a constant, a parameter
// as a root, or a register.
func indexName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		return ConstIndex(v.Name())
	case *ssa.Parameter:
		return fmt.Sprint("P", paramIndex(v))
	}
	return v.Name()
}

// ConstIndex is a constant as an index in a path.
func ConstIndex(name string) string { return "=" + selectors.Replace(name) }

// selectors are the characters of which paths are made; string constants may
// contain them.
var selectors = strings.NewReplacer(".", "·", "-", "‐", "[", "(", "]", ")")

// structOf is the place of a struct or array value: that of the variable it
// was read from.
func (f *Frame) structOf(v ssa.Value) Place {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		return f.Place(u.X)
	}
	return f.Place(v)
}

func (f *Frame) load(p Place, t types.Type) Place { return LoadOf(p, t) }

// LoadOf is what the pointer, interface, slice or channel in place p leads to.
func LoadOf(p Place, t types.Type) Place {
	p.Path += "->"
	elem := Elem(t)
	if !isContainer(t) && !isLockLike(elem) {
		p.Types, p.Var = typeSegment(elem), ""
	} else if seg := typeSegment(elem); seg != "" {
		if i := strings.LastIndexByte(p.Types, '|'); i >= 0 {
			p.Types = p.Types[:i+1] + seg // the field names what it points to
		} else {
			p.Types = seg
		}
	}
	return p
}

// isContainer reports whether values of t refer to something without a name of its own.
func isContainer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Chan, *types.Array:
		return true
	}
	return false
}

// deref is the place of *x.
func (f *Frame) deref(v *ssa.UnOp) Place {
	switch x := v.X.(type) {
	case *ssa.Alloc:
		if only := OnlyStore(x); only != nil {
			return f.named(f.Place(only), x)
		}
		p := f.local(v)
		if isLockLike(Elem(v.Type())) || isContainer(v.Type()) {
			p.Var = f.variable(x.Comment)
		}
		return p
	case *ssa.FreeVar:
		if !f.assigns(x) {
			return f.load(f.Place(x), v.Type())
		}
		return f.local(v)
	case *ssa.FieldAddr:
		if f.changed(x, v) { // another object perhaps each time it is read
			return f.load(f.version(f.Place(x), v), v.Type())
		}
	}
	return f.load(f.Place(v.X), v.Type())
}

// changed reports whether the function may have assigned to a field before it
// reads it.
func (f *Frame) changed(x *ssa.FieldAddr, load *ssa.UnOp) bool {
	return slices.ContainsFunc(f.stored[keyOf(x)], func(s *ssa.Store) bool {
		if s.Block() == load.Block() && slices.Index(s.Block().Instrs, ssa.Instruction(s)) < slices.Index(s.Block().Instrs, ssa.Instruction(load)) {
			return true
		}
		return Reaches(s.Block(), load.Block())
	})
}

// version is a place whose content changes, as it is when v is computed.
func (f *Frame) version(p Place, v ssa.Value) Place {
	p.Path += "[" + v.Name() + "]"
	return p
}

// named gives a value without a name (a channel, a new lock) that of the
// variable it is kept in, as literals that capture the variable know it.
func (f *Frame) named(p Place, x *ssa.Alloc) Place {
	if p.Types == "" || !strings.Contains(p.Types, "|") && p.Var != "" && strings.Contains(p.Var, "(") || p.Var != "" && isLockLike(Elem(Elem(x.Type()))) || p.Var == "" && p.Types == "sync.Cond" {
		p.Var = f.variable(x.Comment)
	}
	return p
}

// assigns reports whether the function assigns to a captured variable.
func (f *Frame) assigns(v *ssa.FreeVar) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == v {
			return true
		}
	}
	return false
}

// OnlyStore returns the value that is stored into a local variable, if there
// is exactly one store, in the function itself or in its literals.
func OnlyStore(x *ssa.Alloc) ssa.Value {
	var only ssa.Value
	if x.Referrers() == nil {
		return nil
	}
	for _, r := range *x.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != x {
				continue // its address goes elsewhere
			}
			if only != nil {
				return nil
			}
			only = r.Val
		case *ssa.MakeClosure:
			if storesThrough(r, x, 0) {
				return nil
			}
		}
	}
	return only
}

// StoredElsewhere reports whether a function literal assigns to a local
// variable, or its address goes where we cannot see it.
func StoredElsewhere(x *ssa.Alloc) bool {
	if x.Referrers() == nil {
		return false
	}
	for _, r := range *x.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != x {
				return true
			}
		case *ssa.MakeClosure:
			if storesThrough(r, x, 0) {
				return true
			}
		case ssa.CallInstruction, *ssa.MakeInterface, *ssa.Phi:
			return true
		}
	}
	return false
}

// storesThrough reports whether a literal assigns to the variable it captures.
func storesThrough(mc *ssa.MakeClosure, x ssa.Value, depth int) bool {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != x || i >= len(fn.FreeVars) {
			continue
		}
		fv := fn.FreeVars[i]
		if fv.Referrers() == nil || depth > 4 {
			return depth > 4
		}
		for _, r := range *fv.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == fv {
					return true
				}
			case *ssa.MakeClosure:
				if storesThrough(r, fv, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

func (f *Frame) retyped(x ssa.Value, t types.Type) Place {
	p := f.Place(x)
	if !isLockLike(Elem(t)) {
		p.Types, p.Var = typeSegment(Elem(t)), ""
	}
	return p
}

// phi is the common place of all edges, with an index of its own where they
// differ in nothing else, or a local value.
func (f *Frame) phi(v *ssa.Phi) Place {
	var common Place
	started := false
	for _, e := range v.Edges {
		if c, ok := e.(*ssa.Const); ok && c.IsNil() {
			continue // nobody does anything with it
		}
		p := f.Place(e)
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
