package drive

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/contract"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/nearby"
)

// This file has what drivers take from other packages of the module. Their constructors and types make arguments. An object that the package under
// test hands out may have a type of theirs: its methods are called, since the code behind them may be that of the package.

// A Near is another package of the module, which the drivers may import. It is of the same program as the package.
type Near struct {
	Types *types.Package
	Files []*ast.File
}

// others are the other packages.
type others struct {
	words   map[*types.Package]*contract.Comments
	makers  []function     // exported functions that return a type of the module
	types   []*types.Named // exported types that are no interfaces
	adopted []*types.Named // interfaces that the package implements, and hands out
	handed  []*types.Named // other types with methods that it hands out
	taken   map[*types.TypeName]bool
}

// readNear takes the other packages in.
func (a *API) readNear(list []Near) {
	a.near = others{words: map[*types.Package]*contract.Comments{}, taken: map[*types.TypeName]bool{}}
	for _, n := range list {
		if n.Types != a.pkg && nearby.MayImport(a.pkg.Path(), n.Types.Path()) {
			a.near.words[n.Types] = contract.Read(n.Files)
		}
	}
	for _, n := range list {
		if a.near.words[n.Types] == nil {
			continue
		}
		for _, name := range n.Types.Scope().Names() {
			if obj := n.Types.Scope().Lookup(name); obj.Exported() {
				a.readOther(obj)
			}
		}
	}
}

// readOther notes a type of another package, or a function that may be a constructor.
func (a *API) readOther(obj types.Object) {
	switch obj := obj.(type) {
	case *types.TypeName:
		if n, ok := obj.Type().(*types.Named); ok && !obj.IsAlias() && n.TypeParams().Len() == 0 && !types.IsInterface(n) {
			a.near.types = append(a.near.types, n)
		}
	case *types.Func:
		sig := obj.Signature()
		t, ok := a.instance(sig, sig.TypeParams())
		if !ok || sig.Results().Len() == 0 {
			return
		}
		if sig = t.(*types.Signature); a.object(sig.Results().At(0).Type()) != nil {
			pkg := a.name(obj.Pkg().Path(), obj.Pkg().Name())
			a.near.makers = append(a.near.makers, function{name: obj.Name(), sig: sig, pkg: pkg, expr: pkg + "." + obj.Name() + a.arguments(obj.Signature().TypeParams())})
		}
	}
}

// adopt notes which types of other packages the package hands out and takes.
func (a *API) adopt() {
	queue := append(a.all(), a.makers...)
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for v := range f.sig.Params().Variables() {
			if n := a.object(v.Type()); n != nil {
				a.near.taken[n.Obj()] = true
			}
		}
		for v := range f.sig.Results().Variables() {
			n := a.object(v.Type())
			if n == nil || n.Obj().Pkg() == a.pkg || a.isHanded(n) || len(a.methods(n)) == 0 {
				continue
			}
			if len(a.implementers(n)) == 0 {
				a.near.handed = append(a.near.handed, n)
				continue
			}
			a.near.adopted = append(a.near.adopted, n)
			queue = append(queue, a.methods(n)...)
		}
	}
}

// isHanded reports whether the package hands out objects of a type of another package.
func (a *API) isHanded(n *types.Named) bool {
	return slices.ContainsFunc(slices.Concat(a.near.adopted, a.near.handed), func(o *types.Named) bool { return types.Identical(o, n) })
}

// isArgument reports whether objects of a type only are arguments: no function of the package returns the type.
func (a *API) isArgument(n *types.Named) bool { return a.isForeign(n) && !a.isHanded(n) }

// isAside reports whether a function makes an argument, or is a method of one.
func (a *API) isAside(f function) bool {
	return f.pkg != "" && (f.recv == nil || a.isArgument(f.recv))
}

// object is the named type of the module that a type is, or points to; nil for none.
func (a *API) object(t types.Type) *types.Named {
	if n := named(t); n != nil && (n.Obj().Pkg() == a.pkg || a.near.words[n.Obj().Pkg()] != nil) {
		return n
	}
	return nil
}

// isForeign reports whether a type of the module is of another package.
func (a *API) isForeign(n *types.Named) bool { return n != nil && n.Obj().Pkg() != a.pkg }

// implementers are the types of the package that implement an interface, exported or not.
func (a *API) implementers(n *types.Named) (list []*types.Named) {
	i, ok := n.Underlying().(*types.Interface)
	if !ok || i.NumMethods() == 0 {
		return nil
	}
	for _, name := range a.pkg.Scope().Names() {
		obj, ok := a.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(obj.Type()) {
			continue
		}
		if t, ok := obj.Type().(*types.Named); ok && t.TypeParams().Len() == 0 && types.Implements(types.NewPointer(t), i) {
			list = append(list, t)
		}
	}
	return list
}

// wordsOf are the words about a type. An object of an interface is of a type that implements it.
func (a *API) wordsOf(n *types.Named) (list []contract.Demand) {
	for _, t := range append(a.implementers(n), n) {
		list = append(list, a.comments(t.Obj().Pkg()).Objects[t.Obj().Pos()]...)
	}
	return list
}

// comments are those of a package of the module.
func (a *API) comments(pkg *types.Package) *contract.Comments {
	if c := a.near.words[pkg]; c != nil && pkg != a.pkg {
		return c
	}
	return a.words
}

// elsewhere are the functions of other packages that return a type.
func (a *API) elsewhere(n *types.Named) (list []function) {
	for _, f := range a.near.makers {
		if m := named(f.sig.Results().At(0).Type()); m != nil && types.Identical(m, n) {
			list = append(list, f)
		}
	}
	return a.offered(list)
}

// lookup is an object of a package of the module by their names in the file, nil for none. The package has a full stop behind its name, and the one under
// test may have none.
func (a *API) lookup(qualifier, name string) types.Object {
	if qualifier == "" || qualifier == a.self+"." {
		return a.pkg.Scope().Lookup(name)
	}
	for pkg := range a.near.words {
		if qualifier == a.names[pkg.Path()]+"." {
			return pkg.Scope().Lookup(name)
		}
	}
	return nil
}

// typeName names a type for people.
func (a *API) typeName(n *types.Named) string { return a.qualifier(n) + n.Obj().Name() }

// qualifier is the text before the name of a type of another package.
func (a *API) qualifier(n *types.Named) string {
	if !a.isForeign(n) {
		return ""
	}
	return a.name(n.Obj().Pkg().Path(), n.Obj().Pkg().Name()) + "."
}
