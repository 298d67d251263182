package drive

import (
	"go/types"
	"maps"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/nearby"
)

// This file answers questions about types.

// named is the named type that a type is, or points to; nil for none.
func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isNilable(t types.Type) bool {
	switch types.Unalias(t).Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// leads reports whether a value can lead to an object for which a goroutine waits.
func leads(t types.Type) bool {
	_, isBasic := types.Unalias(t).Underlying().(*types.Basic)
	return !isBasic && !isError(t)
}

// useful reports whether later calls can use a result. Of another package it is an object with methods, or what a function takes.
func (a *API) useful(t types.Type) bool {
	switch types.Unalias(t).Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	}
	n := a.object(t)
	return n != nil && (!a.isForeign(n) || len(a.methods(n)) > 0 || a.near.taken[n.Obj()])
}

// givesBack reports whether a value can have what gives a lock back: it is a function, of a type of the module, or of an interface.
func (a *API) givesBack(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return u.NumMethods() > 0 && !types.Identical(t, types.Universe.Lookup("error").Type())
	}
	n := a.object(t)
	return n != nil && types.NewMethodSet(types.NewPointer(n)).Len() > 0
}

// writable reports whether a test outside of the package can write a type down.
func (a *API) writable(t types.Type) bool { return a.isWritable(t, map[types.Type]bool{}) }

func (a *API) isWritable(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	all := func(vars *types.Tuple) bool {
		for v := range vars.Variables() {
			if !a.isWritable(v.Type(), seen) {
				return false
			}
		}
		return true
	}
	switch t := t.(type) {
	case *types.Named:
		return a.isNameWritable(t, seen)
	case *types.Alias:
		return a.isWritable(types.Unalias(t), seen)
	case *types.Map:
		return a.isWritable(t.Key(), seen) && a.isWritable(t.Elem(), seen)
	case interface{ Elem() types.Type }:
		return a.isWritable(t.Elem(), seen)
	case *types.Signature:
		return all(t.Params()) && all(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() || !a.isWritable(f.Type(), seen) {
				return false
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if !m.Exported() || !a.isWritable(m.Type(), seen) {
				return false
			}
		}
	case *types.TypeParam:
		return false
	}
	return true
}

func (a *API) isNameWritable(t *types.Named, seen map[types.Type]bool) bool {
	obj := t.Obj()
	if obj.Pkg() != nil && (!obj.Exported() || obj.Pkg() != a.pkg && !nearby.MayImport(a.pkg.Path(), obj.Pkg().Path())) {
		return false
	}
	for arg := range t.TypeArgs().Types() {
		if !a.isWritable(arg, seen) {
			return false
		}
	}
	return true
}

// text is a type as source text.
func (g *generator) text(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return g.name(p.Path(), p.Name()) })
}

// name is that of an imported package in the file: two packages of one name get two.
func (a *API) name(path, name string) string {
	if n, ok := a.names[path]; ok {
		return n
	}
	taken := func(n string) bool {
		return reserved[n] || slices.Contains(slices.Collect(maps.Values(a.names)), n)
	}
	for taken(name) {
		name += "2"
	}
	a.names[path] = name
	return name
}
