package mhp

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// An accessPath is a lock by the path of fields from a root, all by value. Equal access paths
// are the same lock: for the whole process when the access path is unique, and within one
// activation of the function of the root otherwise.
type accessPath struct {
	root  ssa.Value // *ssa.Global, *ssa.Alloc, *ssa.Parameter, or a register
	deref bool      // of a Global: the root is the object that it points to
	path  string    // ".2.0"
	key   key
}

// A key is the variable or the field that a lock is.
type key struct {
	variable ssa.Value       // *ssa.Global or *ssa.Alloc, for a lock that is a variable
	typ      *types.TypeName // else the struct
	field    int
}

// pkg is the package in which the variable or the struct is declared.
func (k key) pkg() *types.Package {
	switch v := k.variable.(type) {
	case *ssa.Global:
		return v.Pkg.Pkg
	case *ssa.Alloc:
		return packageOf(v.Parent())
	}
	if k.typ == nil {
		return nil
	}
	return k.typ.Pkg()
}

func (k key) String() string {
	switch v := k.variable.(type) {
	case *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	}
	if k.typ == nil {
		return "the lock"
	}
	name := k.typ.Name()
	if st, ok := k.typ.Type().Underlying().(*types.Struct); ok && k.field < st.NumFields() {
		name += "." + st.Field(k.field).Name()
	}
	return name
}

// pathOf returns the access path that a pointer points to, with the root as far out as
// all callers agree.
func (p *Program) pathOf(v ssa.Value) (accessPath, bool) {
	pl, ok := p.local(v, 0)
	if !ok {
		return accessPath{}, false
	}
	if out, ok := p.unique(pl); ok {
		return out, true
	}
	return pl, true
}

// maxDepth bounds how many values and calls on the way to a root are followed.
const maxDepth = 16

// local returns the access path by a root that the function itself knows.
func (p *Program) local(v ssa.Value, depth int) (accessPath, bool) {
	if depth > maxDepth {
		return accessPath{}, false
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		pl, ok := p.local(v.X, depth+1)
		named, isNamed := types.Unalias(syncop.Elem(v.X.Type())).(*types.Named)
		if !ok || !isNamed {
			return accessPath{}, false
		}
		pl.path += fmt.Sprintf(".%d", v.Field)
		pl.key = key{typ: named.Origin().Obj(), field: v.Field}
		return pl, true
	case *ssa.Global:
		return accessPath{root: v, key: key{variable: v}}, true
	case *ssa.Alloc:
		return accessPath{root: v, key: key{variable: v}}, !syncop.InLoop(v.Block())
	case *ssa.Parameter:
		return accessPath{root: v}, true
	case *ssa.FreeVar:
		made := p.closures[v.Parent()]
		if len(made) != 1 {
			return accessPath{}, false
		}
		return p.local(binding(edge{made: made[0]}, v), depth+1)
	case *ssa.UnOp:
		if pl, ok := p.loaded(v, depth); ok {
			return pl, true
		}
	}
	in, ok := v.(ssa.Instruction)
	return accessPath{root: v}, ok && !syncop.InLoop(in.Block()) // it is computed once
}

// loaded is the access path behind a pointer in a variable that is assigned once.
func (p *Program) loaded(v *ssa.UnOp, depth int) (accessPath, bool) {
	if v.Op != token.MUL {
		return accessPath{}, false
	}
	if g, ok := v.X.(*ssa.Global); ok {
		return accessPath{root: g, deref: true}, p.assignedOnce(g)
	}
	cell, stored := p.cell(v.X)
	if cell == nil {
		return accessPath{}, false
	}
	return p.local(stored, depth+1)
}

// assignedOnce reports whether a global pointer gets its value in the
// initialisation of its package and is only read otherwise.
func (p *Program) assignedOnce(g *ssa.Global) bool {
	stores := 0
	for _, in := range p.globals[g] {
		switch in := in.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
		case *ssa.Store:
			stores++
			if in.Addr != g || in.Val == g || !isInitialiser(in.Parent()) || syncop.InLoop(in.Block()) {
				return false
			}
		default:
			return false
		}
	}
	return stores == 1 && !p.canAssign(g)
}

// canAssign reports whether code that is not seen can assign to a global.
func (p *Program) canAssign(g *ssa.Global) bool {
	if p.linked[g.Name()] {
		return true
	}
	if !token.IsExported(g.Name()) {
		return false
	}
	return p.alone || p.library && g.Pkg.Pkg.Name() != "main" || p.behind[g.Pkg.Pkg.Path()]
}

// cell returns the local variable at an address, and the only value that is ever
// assigned to it, in the function that declares it and not in a loop. It is nil
// when there are more values, or when the address goes elsewhere.
func (p *Program) cell(addr ssa.Value) (*ssa.Alloc, ssa.Value) {
	for range maxDepth {
		fv, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		made := p.closures[fv.Parent()]
		if len(made) != 1 {
			return nil, nil
		}
		addr = binding(edge{made: made[0]}, fv)
	}
	al, ok := addr.(*ssa.Alloc)
	if !ok || syncop.InLoop(al.Block()) {
		return nil, nil
	}
	var stored ssa.Value
	for _, r := range *al.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
		case *ssa.Store:
			if r.Addr != al || stored != nil || syncop.InLoop(r.Block()) {
				return nil, nil
			}
			stored = r.Val
		case *ssa.MakeClosure:
			if !p.onlyRead(r, al, 0) {
				return nil, nil
			}
		default:
			return nil, nil
		}
	}
	if stored == nil {
		return nil, nil
	}
	return al, stored
}

// onlyRead reports whether a literal only loads from the variable that it captures.
func (p *Program) onlyRead(mc *ssa.MakeClosure, captured ssa.Value, depth int) bool {
	if depth > maxDepth {
		return false
	}
	for i, b := range mc.Bindings {
		if b != captured {
			continue
		}
		fv := mc.Fn.(*ssa.Function).FreeVars[i]
		for _, r := range *fv.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
			case *ssa.MakeClosure:
				if !p.onlyRead(r, fv, depth+1) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// An origin is the access path that a parameter always points to, if there is one.
type origin struct {
	path accessPath
	ok   bool
}

// unique returns the access path from a root that there is once in a process: a global,
// or a variable of a function that runs once. Parameters are followed to the
// arguments of all calls, which must be the same access path.
func (p *Program) unique(pl accessPath) (accessPath, bool) {
	switch from := pl.root.(type) {
	case *ssa.Global:
		return pl, true
	case ssa.Instruction:
		return pl, p.single(from.Parent())
	case *ssa.Parameter:
		known := p.origins[from]
		if known == nil {
			known = &origin{}
			p.origins[from] = known // not unique while it is looked at: of recursion nothing is known
			known.path, known.ok = p.agreed(from)
		}
		return known.path.under(pl), known.ok
	}
	return accessPath{}, false
}

// under is the access path that another one is when its root is at this one.
func (pl accessPath) under(other accessPath) accessPath {
	pl.path += other.path
	if other.path != "" {
		pl.key = other.key
	}
	return pl
}

// agreed returns the access path that all calls pass for a parameter.
func (p *Program) agreed(param *ssa.Parameter) (same accessPath, ok bool) {
	fn := param.Parent()
	if p.isEntry(fn) != nil || len(p.callers[fn]) == 0 {
		return accessPath{}, false
	}
	for i, e := range p.callers[fn] {
		arg, ok := p.through(accessPath{root: param}, e)
		if ok {
			arg, ok = p.unique(arg)
		}
		if !ok || i > 0 && arg != same {
			return accessPath{}, false
		}
		same = arg
	}
	return same, true
}

// through writes an access path of a called function as one of its caller.
func (p *Program) through(pl accessPath, e edge) (accessPath, bool) {
	param, ok := pl.root.(*ssa.Parameter)
	if !ok {
		return pl, true
	}
	arg := argument(e, param)
	if arg == nil {
		return accessPath{}, false
	}
	out, ok := p.local(arg, 0)
	return out.under(pl), ok
}
