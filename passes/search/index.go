package search

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An index has the facts that one scan of the package shows.
type index struct {
	pkg     *types.Package
	changed map[*types.Var]bool // fields that are stored to in objects that are not new, or whose addresses are given away
	taken   map[*types.Var]bool // of these, those whose addresses are given away
	globals map[string]*global
	targets map[*ssa.Function]bool // functions that are used as values
	calls   map[*ssa.Function][]*ssa.Function
	acts    map[*ssa.Function]bool // those that lock, unlock, or store to a field, themselves or by calls
	methods map[*types.Named][]*ssa.Function
}

// A global is a package variable.
type global struct {
	name   string
	stores int
	val    ssa.Value // that is stored once, by the initialisation; nil when it may change
	known  bool      // to others
}

func newIndex(pkg *ssa.Package, functions []*ssa.Function) *index {
	x := &index{
		pkg: pkg.Pkg, changed: map[*types.Var]bool{}, taken: map[*types.Var]bool{}, globals: map[string]*global{}, targets: map[*ssa.Function]bool{},
		calls: map[*ssa.Function][]*ssa.Function{}, acts: map[*ssa.Function]bool{}, methods: map[*types.Named][]*ssa.Function{},
	}
	seen := map[*ssa.Function]bool{}
	for _, fn := range slices.Concat([]*ssa.Function{pkg.Func("init")}, functions) {
		if fn != nil && !seen[fn] {
			seen[fn] = true
			x.scan(fn)
			x.addMethod(fn)
		}
	}
	for _, g := range x.globals {
		if g.stores != 1 || g.known {
			g.val = nil
		}
	}
	for more := true; more; {
		more = false
		for fn, list := range x.calls {
			for _, callee := range list {
				if x.acts[callee] && !x.acts[fn] {
					x.acts[fn], more = true, true
				}
			}
		}
	}
	return x
}

func (x *index) addMethod(fn *ssa.Function) {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Blocks == nil || fn.Object() == nil || !fn.Object().Exported() {
		return
	}
	if named := namedOf(recv.Type()); named != nil {
		x.methods[named] = append(x.methods[named], fn)
	}
}

// namedOf is the named type of a value, or that of its target when it is a pointer, or nil.
func namedOf(t types.Type) *types.Named {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	if named != nil {
		named = named.Origin()
	}
	return named
}

func (x *index) scan(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			x.scanInstr(fn, instr)
		}
	}
	x.calls[fn] = append(x.calls[fn], fn.AnonFuncs...)
}

func (x *index) scanInstr(fn *ssa.Function, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		x.scanStore(fn, i)
	case ssa.CallInstruction:
		if callee := i.Common().StaticCallee(); callee != nil {
			x.calls[fn] = append(x.calls[fn], callee)
			x.acts[fn] = x.acts[fn] || isLockOp(i.Common())
		}
		for _, arg := range i.Common().Args {
			x.use(arg)
		}
		return
	case *ssa.FieldAddr:
		if field := originOf(i.X.Type(), i.Field); givesAway(i) {
			x.changed[field], x.taken[field] = true, true
		}
		return
	}
	var operands [8]*ssa.Value
	for _, op := range instr.Operands(operands[:0]) {
		if _, isLoad := instr.(*ssa.UnOp); !isLoad && *op != nil {
			if s, isStore := instr.(*ssa.Store); !isStore || *op != s.Addr {
				x.use(*op)
			}
		}
	}
}

// use notes a value that is used as such.
func (x *index) use(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Function:
		x.target(v)
	case *ssa.MakeClosure:
		x.target(v.Fn.(*ssa.Function))
	case *ssa.Global:
		x.globalOf(v).known = true
	}
}

// target notes a function that is used as a value. That of a method value or a method expression is a wrapper, which no package lists.
func (x *index) target(fn *ssa.Function) {
	if x.targets[fn] {
		return
	}
	x.targets[fn] = true
	if fn.Synthetic != "" {
		x.scan(fn)
	}
}

func (x *index) globalOf(v *ssa.Global) *global {
	g := x.globals[v.String()]
	if g == nil {
		g = &global{name: v.String(), known: v.Object() == nil || v.Object().Exported() || v.Pkg == nil || v.Pkg.Pkg != x.pkg}
		x.globals[g.name] = g
	}
	return g
}

func (x *index) scanStore(fn *ssa.Function, s *ssa.Store) {
	switch to := s.Addr.(type) {
	case *ssa.Global:
		g := x.globalOf(to)
		g.stores++
		g.val = constantOf(s.Val)
		g.known = g.known || fn.Name() != "init"
	case *ssa.FieldAddr:
		x.acts[fn] = true
		if !isNew(s) {
			x.changed[originOf(to.X.Type(), to.Field)] = true
		}
	case *ssa.FreeVar:
		x.acts[fn] = true
	default:
		if st := structOf(s.Val.Type()); st != nil && !isNew(s) {
			x.acts[fn] = true
			for i := range st.NumFields() {
				x.changed[st.Field(i).Origin()] = true
			}
		}
	}
}

// constantOf is a value that names what it is for ever, or a new object.
func constantOf(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Function, *ssa.Const, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan:
		return v
	case *ssa.Call:
		if makesError(v.Call.StaticCallee()) {
			return v
		}
	case *ssa.MakeInterface:
		return constantOf(v.X)
	}
	return nil
}

// makesError reports whether a function returns a new error each time.
func makesError(fn *ssa.Function) bool {
	return fn != nil && (fn.String() == "errors.New" || fn.String() == "fmt.Errorf")
}

// isNew reports whether a store is to an object that the function has made, before anybody else may know it.
func isNew(s *ssa.Store) bool {
	v := s.Addr
	for {
		switch a := v.(type) {
		case *ssa.Alloc:
			return !slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool { return tells(a, use) && mayPrecede(use, s) })
		case *ssa.FieldAddr:
			v = a.X
		default:
			return false
		}
	}
}

// tells reports whether an instruction lets others know an object.
func tells(a *ssa.Alloc, use ssa.Instruction) bool {
	switch u := use.(type) {
	case *ssa.FieldAddr, *ssa.DebugRef, *ssa.Return, *ssa.UnOp:
		return false
	case *ssa.Store:
		return u.Val == ssa.Value(a)
	}
	return true
}

// mayPrecede reports whether an instruction may be executed before a store.
func mayPrecede(use ssa.Instruction, s *ssa.Store) bool {
	if use.Block() != s.Block() {
		return !s.Block().Dominates(use.Block())
	}
	list := s.Block().Instrs
	return slices.Index(list, use) < slices.Index(list, ssa.Instruction(s))
}

// fieldOf is a field of a struct, or of the target of a pointer to one.
func fieldOf(t types.Type, i int) *types.Var {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	return t.Underlying().(*types.Struct).Field(i)
}

// originOf is a field of a struct as its type declares it: an instance has fields of its own.
func originOf(t types.Type, i int) *types.Var { return fieldOf(t, i).Origin() }

// givesAway reports whether the address of a field is more than loaded from, stored to, and a way to inner fields.
func givesAway(a *ssa.FieldAddr) bool {
	for _, use := range *a.Referrers() {
		switch u := use.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.DebugRef, *ssa.IndexAddr:
		case *ssa.Store:
			if u.Val == ssa.Value(a) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// isFixed reports whether a variable has one value as long as others know of it.
func (x *index) isFixed(at variable) bool {
	if at.field == nil {
		g := x.global(at)
		return g != nil && !g.known && g.stores <= 1
	}
	return at.field.Pkg() == x.pkg && !at.field.Exported() && !x.changed[at.field.Origin()]
}

// isTarget reports whether a pointer to something else may lead to a variable.
func (x *index) isTarget(at variable) bool {
	if at.field == nil {
		return x.global(at) == nil || x.global(at).known
	}
	return x.taken[at.field.Origin()]
}

// isOpen reports whether code of other packages may store to a variable by itself.
func (x *index) isOpen(at variable) bool {
	if at.field == nil {
		g := x.global(at)
		return g == nil || g.known
	}
	return at.field.Pkg() != x.pkg || at.field.Exported()
}

// global is the package variable that a variable is, or nil.
func (x *index) global(at variable) *global {
	if at.path != "" {
		return nil
	}
	return x.globals[at.obj.Name()]
}
