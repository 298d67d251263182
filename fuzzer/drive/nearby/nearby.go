// Package nearby finds packages of a module that drivers of another one of its packages can use. Their constructors make what its API takes, or their types
// implement what it takes.
//
// [Of] reads from go/types what a package takes, and whose types it has. [Wants.Near] compares that with the sources of the module. Only
// a package whose text may have something is parsed, and none is type-checked. So the answer is a guess: types decide later what is used.
package nearby

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Wants are the types that the API of a package takes, and the packages of its module whose types it has.
type Wants struct {
	pkg      *types.Package
	module   string
	packages map[string]bool // by path, without its own
	taken    []*types.Named  // objects and interfaces
	made     map[*types.TypeName]bool
	seen     map[step]bool
}

// A step is a type that the reading of an API comes to. An API takes it, or only hands it out.
type step struct {
	t       types.Type
	isTaken bool
}

// Of reads the API of a package. module is the path of its module.
func Of(pkg *types.Package, module string) *Wants {
	w := &Wants{pkg: pkg, module: module, packages: map[string]bool{}, made: map[*types.TypeName]bool{}, seen: map[step]bool{}}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if f, ok := obj.(*types.Func); ok && obj.Exported() {
			w.makes(f.Signature())
			w.signature(f.Signature(), 0)
		}
		if _, ok := obj.(*types.TypeName); ok && obj.Exported() {
			w.read(obj.Type(), false, 0)
		}
	}
	return w
}

// makes notes the types of the package that a function of it returns.
func (w *Wants) makes(sig *types.Signature) {
	for v := range sig.Results().Variables() {
		if n := named(v.Type()); n != nil {
			w.made[n.Obj()] = true
		}
	}
}

func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// farthest is how many types of other packages are between the package and a type that it takes.
const farthest = 2

func (w *Wants) signature(sig *types.Signature, depth int) {
	for v := range sig.Params().Variables() {
		w.read(v.Type(), true, depth)
	}
	for v := range sig.Results().Variables() {
		w.read(v.Type(), false, depth)
	}
}

// read notes the types of the module in a type.
func (w *Wants) read(t types.Type, isTaken bool, depth int) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		w.name(t, isTaken, depth)
	case *types.Map:
		w.read(t.Key(), isTaken, depth)
		w.read(t.Elem(), isTaken, depth)
	case *types.Signature: // a callback gives its arguments, and returns what is taken
		for v := range t.Params().Variables() {
			w.read(v.Type(), !isTaken, depth)
		}
		for v := range t.Results().Variables() {
			w.read(v.Type(), isTaken, depth)
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				w.read(f.Type(), true, depth)
			}
		}
	case interface{ Elem() types.Type }:
		w.read(t.Elem(), isTaken, depth)
	}
}

func (w *Wants) name(n *types.Named, isTaken bool, depth int) {
	at := step{n, isTaken}
	pkg := n.Obj().Pkg()
	if pkg == nil || !w.inModule(pkg.Path()) || !n.Obj().Exported() || w.seen[at] {
		return
	}
	w.seen[at] = true
	if pkg != w.pkg {
		w.packages[pkg.Path()] = true
		depth++
	}
	if isTaken {
		w.taken = append(w.taken, n)
	}
	if depth > farthest {
		return
	}
	var of types.Type = n
	if !types.IsInterface(n) {
		of = types.NewPointer(n)
	}
	set := types.NewMethodSet(of)
	for i := range set.Len() {
		m := set.At(i)
		switch sig := m.Type().(*types.Signature); {
		case !m.Obj().Exported():
		case types.IsInterface(n) && isTaken: // the package calls it
			w.read(sig, true, depth)
		default:
			w.signature(sig, depth)
		}
	}
	if st, ok := n.Underlying().(*types.Struct); ok {
		w.read(st, isTaken, depth)
	}
}

func (w *Wants) inModule(path string) bool {
	return path == w.module || strings.HasPrefix(path, w.module+"/")
}

// mostAlike is how many packages are used for one type that is taken.
const mostAlike = 6

// Near are the paths of packages that the drivers may import. These are the packages whose types the API has. For each type that it takes they
// are also the nearest packages that make or implement it.
func (w *Wants) Near(module []*Source) (paths []string) {
	list := map[string]bool{}
	for path := range w.packages {
		list[path] = true
	}
	module = slices.Clone(module)
	slices.SortStableFunc(module, func(a, b *Source) int { return common(b.Path, w.pkg.Path()) - common(a.Path, w.pkg.Path()) })
	for _, n := range w.taken {
		makers, others := 0, 0
		for _, s := range module {
			if s.Path == w.pkg.Path() || !MayImport(w.pkg.Path(), s.Path) {
				continue
			}
			if makers < mostAlike && !w.isOwn(n) && !IsOpen(n) && s.makes(n) {
				list[s.Path] = true
				makers++
			}
			if others < mostAlike && s.implements(n) {
				list[s.Path] = true
				others++
			}
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(list)), func(path string) bool { return !MayImport(w.pkg.Path(), path) })
}

// IsOpen reports whether a literal of a type can have all that a constructor gives. Such a type is no interface and has no unexported field.
func IsOpen(n *types.Named) bool {
	switch u := n.Underlying().(type) {
	case *types.Interface:
		return false
	case *types.Struct:
		for f := range u.Fields() {
			if !f.Exported() {
				return false
			}
		}
	}
	return true
}

// isOwn reports whether the package makes a type of its own.
func (w *Wants) isOwn(n *types.Named) bool { return n.Obj().Pkg() == w.pkg && w.made[n.Obj()] }

// common is how many first elements two paths have in common.
func common(a, b string) (n int) {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// MayImport reports whether a package may import another one, by the rule of internal directories.
func MayImport(importer, path string) bool {
	i := strings.LastIndex("/"+path+"/", "/internal/")
	if i < 0 {
		return true
	}
	parent := strings.TrimSuffix(path[:i], "/")
	return parent != "" && (importer == parent || strings.HasPrefix(importer, parent+"/"))
}
