package drive

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/contract"
)

// An API is the exported part of a package, with instances of its generic parts.
type API struct {
	pkg      *types.Package
	self     string // its name in the files
	context  *types.Context
	types    []*types.Named
	makers   []function // functions that return objects of the package
	funcs    []function // other functions
	errors   []string   // variables of type error
	literals literals
	learned  literals          // of calls in tests
	names    map[string]string // of imported packages, by path
	stubs    stubs
	named    int                // stubs so far
	lacks    map[string]string  // the type that was lacking, by function
	made     map[string]bool    // functions of which a call was made
	words    *contract.Comments // of the package
	near     others
	avoided  map[string]bool // functions that later drivers do not call
	unusable map[string]bool // types of which they make no literal
}

// A function is an exported function, or a method.
type function struct {
	name string
	sig  *types.Signature
	pkg  string       // the name of another package that has it, "" for the package itself
	expr string       // of a function, "" for a method
	recv *types.Named // nil for a function
}

// key names a function for people.
func (f *function) key() string {
	name := f.name
	if f.recv != nil {
		name = f.recv.Obj().Name() + "." + name
	}
	if f.pkg != "" {
		name = f.pkg + "." + name
	}
	return name
}

// Read takes the API of a package and the literals of its syntax. Other packages of the module are there for arguments, and for the types of
// objects.
func Read(pkg *types.Package, files []*ast.File, module ...Near) *API {
	a := &API{
		pkg: pkg, context: types.NewContext(), names: map[string]string{},
		literals: literalsOf(files), stubs: stubs{}, lacks: map[string]string{}, made: map[string]bool{}, words: contract.Read(files),
	}
	a.self = a.name(pkg.Path(), pkg.Name())
	a.readNear(module)
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); obj.Exported() {
			a.read(obj)
		}
	}
	a.funcs = slices.DeleteFunc(a.funcs, func(f function) bool {
		if !a.makes(f.sig) {
			return false
		}
		a.makers = append(a.makers, f)
		return !a.takesOwn(f.sig)
	})
	a.adopt()
	return a
}

func (a *API) read(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Var:
		if isError(obj.Type()) {
			a.errors = append(a.errors, a.self+"."+obj.Name())
		}
	case *types.TypeName:
		if named, ok := obj.Type().(*types.Named); ok && !obj.IsAlias() {
			if t, ok := a.instance(named, named.TypeParams()); ok {
				a.types = append(a.types, t.(*types.Named))
			} else {
				a.lacks[obj.Name()] = "type arguments"
			}
		}
	case *types.Func:
		sig := obj.Signature()
		t, ok := a.instance(sig, sig.TypeParams())
		if !ok {
			a.lacks[obj.Name()] = "type arguments"
			return
		}
		a.funcs = append(a.funcs, function{name: obj.Name(), sig: t.(*types.Signature), expr: a.self + "." + obj.Name() + a.arguments(sig.TypeParams())})
	}
}

// instance is a type with arguments for its parameters. ok is false where none satisfies a constraint.
func (a *API) instance(t types.Type, params *types.TypeParamList) (inst types.Type, ok bool) {
	if params.Len() == 0 {
		return t, true
	}
	args := typeArguments(params)
	if args == nil {
		return nil, false
	}
	inst, err := types.Instantiate(a.context, t, args, true)
	return inst, err == nil
}

// arguments are those of an instance, as text.
func (a *API) arguments(params *types.TypeParamList) string {
	var list []string
	for _, t := range typeArguments(params) {
		list = append(list, t.String())
	}
	if len(list) == 0 {
		return ""
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// typeArguments are basic types that satisfy the constraints, nil where there is none.
func typeArguments(params *types.TypeParamList) (list []types.Type) {
	for i := range params.Len() {
		constraint := params.At(i).Constraint().Underlying().(*types.Interface)
		kinds := []types.BasicKind{types.String, types.Int, types.Int64, types.Float64, types.Uint64, types.Bool}
		k := slices.IndexFunc(kinds, func(k types.BasicKind) bool { return types.Satisfies(types.Typ[k], constraint) })
		if k < 0 {
			return nil
		}
		list = append(list, types.Typ[kinds[k]])
	}
	return list
}

// makes reports whether a function returns an object: a value with methods of the module, or a pointer to a value of the package.
func (a *API) makes(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		n := a.object(v.Type())
		if _, isPointer := types.Unalias(v.Type()).(*types.Pointer); n != nil && (isPointer && !a.isForeign(n) || len(a.methods(n)) > 0) {
			return true
		}
	}
	return false
}

// takesOwn reports whether a function takes an object of the package.
func (a *API) takesOwn(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if _, ok := types.Unalias(v.Type()).(*types.Pointer); ok && a.own(v.Type()) != nil {
			return true
		}
	}
	return false
}

// own is the named type of the package that a type is, or points to; nil for none.
func (a *API) own(t types.Type) *types.Named {
	if n := named(t); n != nil && n.Obj().Pkg() == a.pkg {
		return n
	}
	return nil
}

// methods are the exported methods of a type of the module. A Lock that is promoted from package sync is the affair of its caller.
func (a *API) methods(n *types.Named) (list []function) {
	if n == nil || !n.Obj().Exported() {
		return nil
	}
	t := types.Type(n)
	if !types.IsInterface(n) {
		t = types.NewPointer(n)
	}
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		m := set.At(i).Obj()
		if m.Exported() && (m.Pkg() == nil || m.Pkg().Path() != "sync") {
			list = append(list, function{name: m.Name(), sig: set.At(i).Type().(*types.Signature), recv: n, pkg: strings.TrimSuffix(a.qualifier(n), ".")})
		}
	}
	return list
}

// Lacking lists what no driver calls, by name.
func (a *API) Lacking() (list []Lack) {
	for _, f := range slices.Sorted(maps.Keys(a.lacks)) {
		if !a.made[f] {
			list = append(list, Lack{a.pkg.Name() + "." + f, a.lacks[f]})
		}
	}
	return list
}

// Called is how many exported functions and methods the drivers call.
func (a *API) Called() int { return len(a.made) }

// all are the methods of all types, and the functions. Objects of another package are called in pairs where its interfaces are implemented here,
// or where there is nothing else.
func (a *API) all() (list []function) {
	list = append(a.methodsOf(a.types, a.near.adopted), a.funcs...)
	if len(list) == 0 {
		return a.methodsOf(a.near.handed)
	}
	return list
}

func (a *API) methodsOf(lists ...[]*types.Named) (list []function) {
	for _, t := range slices.Concat(lists...) {
		list = append(list, a.methods(t)...)
	}
	return list
}
