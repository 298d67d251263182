package pointer

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// Reflection is bounded by types. It gets values out of interfaces of type any. It goes
// on from there through exported fields, elements and, if the program calls functions
// by reflection, results of exported methods. It can set only objects that it got to
// that way. (A struct that it sets as a whole has further
// fields: see overwrite.go, for partial programs alone. It reads other fields as well but gives no code a value that came from
// one.) So a value of a type that cannot be reached like that does not come from
// reflection, and a field that cannot be reached is not written by it. Reachable values
// and fields are taken to hold unseen objects.
//
// A value from reflection is of type any, so methods are called on it only after an
// assertion of another interface.
type reflection struct {
	*layouts
	world    *world
	made     map[types.Type]*typeSet // underlying interface -> types converted to it
	into     map[types.Type]*typeSet // underlying interface -> interfaces converted to it
	seen     map[shape]bool
	reached  []types.Type // in the order of discovery
	done     int          // of reached, those whose parts were reached
	surveyed int          // functions of the world
	asserted []*types.Interface
	entries  []*ssa.Function // methods that are called on values from reflection
	calls    bool            // the program calls functions by reflection
	known    map[types.Type]bool
	distinct typeutil.Map
}

// newReflection computes what reflection can reach. Methods called on that
// become part of the world, and may in turn convert values to interfaces.
func newReflection(l *layouts, w *world) *reflection {
	r := &reflection{
		layouts: l,
		world:   w,
		made:    map[types.Type]*typeSet{},
		into:    map[types.Type]*typeSet{},
		seen:    map[shape]bool{},
		known:   map[types.Type]bool{},
	}
	known := map[*ssa.Function]bool{}
	for r.surveyed < len(w.functions) {
		r.survey()
		r.close()
		for _, fn := range r.methodsCalled() {
			if !known[fn] {
				known[fn] = true
				r.entries = append(r.entries, fn)
				w.reach(fn)
			}
		}
		w.partial.nested(w, r.reached)
		w.close()
	}
	return r
}

// key returns one representative of identical interface types.
func (r *reflection) key(t types.Type) types.Type { return r.types[r.id(t)] }

// survey notes what functions convert to interfaces.
func (r *reflection) survey() {
	for ; r.surveyed < len(r.world.functions); r.surveyed++ {
		for _, b := range r.world.functions[r.surveyed].Blocks {
			for _, instr := range b.Instrs {
				r.note(instr)
			}
		}
	}
	for fn := range r.world.callers {
		name := r.world.name(fn)
		r.calls = r.calls || name == "(reflect.Value).Call" || name == "(reflect.Value).CallSlice"
	}
}

func (r *reflection) note(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.MakeInterface:
		insert(r.made, r.key(i.Type()), i.X.Type())
	case *ssa.ChangeInterface:
		insert(r.into, r.key(i.Type()), r.key(i.X.Type()))
	case *ssa.TypeAssert:
		if !types.IsInterface(i.AssertedType) {
			return
		}
		k := r.key(i.AssertedType)
		insert(r.into, k, r.key(i.X.Type()))
		if iface := k.(*types.Interface); iface.NumMethods() > 0 && !slices.Contains(r.asserted, iface) {
			r.asserted = append(r.asserted, iface)
		}
	}
}

// A typeSet is a set of types, identical ones perhaps more than once.
type typeSet struct {
	list []types.Type
	has  map[types.Type]bool
}

func insert(m map[types.Type]*typeSet, k, t types.Type) {
	s := m[k]
	if s == nil {
		s = &typeSet{has: map[types.Type]bool{}}
		m[k] = s
	}
	if !s.has[t] {
		s.has[t] = true
		s.list = append(s.list, t)
	}
}

func (s *typeSet) all() []types.Type {
	if s == nil {
		return nil
	}
	return s.list
}

// close reaches all types that can be reached by now. Interfaces are gone
// through again, since more may have been converted to them.
func (r *reflection) close() {
	empty := r.key(types.NewInterfaceType(nil, nil))
	for n := -1; n != len(r.reached); {
		n = len(r.reached)
		r.visitInterface(empty, map[types.Type]bool{})
		for _, t := range r.world.partial.out() {
			if types.IsInterface(t) {
				r.visitInterface(r.key(t), map[types.Type]bool{})
			} else {
				r.visit(t)
			}
		}
		for ; r.done < len(r.reached); r.done++ {
			r.parts(r.reached[r.done], func(t types.Type, _ class) { r.visit(t) })
		}
		for _, t := range r.reached {
			if types.IsInterface(t) {
				r.visitInterface(r.key(t), map[types.Type]bool{})
			}
		}
	}
}

// visit asks for a type that reflection can have values of.
func (r *reflection) visit(t types.Type) {
	if r.known[t] {
		return
	}
	r.known[t] = true
	r.seen[r.id(t)] = true
	if r.distinct.At(t) == nil { // a shape would do, were it not for the methods of types that are no structs
		r.distinct.Set(t, true)
		r.reached = append(r.reached, types.Unalias(t))
	}
}

// visitInterface asks for all types that can be in an interface.
func (r *reflection) visitInterface(k types.Type, path map[types.Type]bool) {
	if path[k] {
		return
	}
	path[k] = true
	for _, t := range r.made[k].all() {
		r.visit(t)
	}
	for _, from := range r.into[k].all() {
		r.visitInterface(from, path)
	}
}

// parts calls yield with the types that reflection gets to from t in one step,
// and the class of the cells in which they are, if they have one.
func (r *reflection) parts(t types.Type, yield func(types.Type, class)) {
	r.results(t, yield)
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		yield(u.Elem(), r.elementClass(r.shape(u.Elem())))
	case *types.Slice:
		yield(u.Elem(), r.elementClass(r.shape(u.Elem())))
	case *types.Array:
		yield(u.Elem(), 0)
	case *types.Map:
		yield(u.Key(), 0)
		yield(u.Elem(), 0)
	case *types.Chan:
		yield(u.Elem(), 0)
	case *types.Struct:
		sh := r.shape(t)
		for i, f := range fields(t) {
			if !f.Exported() && !f.Embedded() {
				continue
			}
			c := class(0)
			if r.structs[sh] {
				c = r.fieldClass(fieldKey{sh, i}, f.Type())
			}
			yield(f.Type(), c)
		}
	}
}

// results calls yield with the results of a type's exported methods.
func (r *reflection) results(t types.Type, yield func(types.Type, class)) {
	if !r.calls {
		return
	}
	for m := range types.NewMethodSet(t).Methods() {
		if !m.Obj().Exported() {
			continue
		}
		for v := range m.Obj().Type().(*types.Signature).Results().Variables() {
			yield(v.Type(), 0)
		}
	}
}

// methodsCalled returns the methods of reached types that an interface has
// which the code asserts.
func (r *reflection) methodsCalled() []*ssa.Function {
	var list []*ssa.Function
	prog := r.world.functions[0].Prog
	for _, t := range r.reached {
		if types.IsInterface(t) {
			continue
		}
		set := prog.MethodSets.MethodSet(t)
		names := map[string]bool{}
		for m := range set.Methods() {
			names[m.Obj().Id()] = true
		}
		for _, iface := range r.asserted {
			if !hasMethods(names, iface) || !types.Implements(t, iface) {
				continue
			}
			for m := range iface.Methods() {
				if fn := prog.MethodValue(set.Lookup(m.Pkg(), m.Name())); fn != nil {
					list = append(list, fn)
				}
			}
		}
	}
	return list
}

// reflect makes the constraints for calls and writes of reflection.
func (g *generator) reflect() {
	for _, fn := range g.reflection.entries {
		if analysed(fn) {
			f := g.frame(fn)
			g.unknown(g.value(f, fn.Params[0]), fn.Params[0].Type(), Reflection)
		}
	}
	for _, t := range g.reflection.reached {
		g.writable(t)
	}
}

// writable lets the pointers in a value of type t be written by reflection.
func (g *generator) writable(t types.Type) {
	write := func(t types.Type, c class) {
		if c != 0 && hasPointers(t) && !g.structs[g.shape(t)] {
			g.unknown(g.sys.spilled(c), elem(t), Reflection)
		}
	}
	if lay := g.filled(t); lay != nil {
		for _, f := range lay.leaves {
			write(f.typ, lay.classes[f.off])
		}
	}
	g.reflection.parts(t, write)
}

// filled is the layout of a map or channel into which reflection can put values, or nil.
func (g *generator) filled(t types.Type) *layout {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return g.container(t, u.Key(), u.Elem())
	case *types.Chan:
		if u.Dir() != types.RecvOnly {
			return g.container(t, u.Elem())
		}
	}
	return nil
}
