package drive

import (
	"go/types"
	"slices"
	"strings"
)

// This file tells whether the objects of a package are there for several goroutines. Most types of Go are not, and do not say so.

// Meant reports whether something tells that goroutines may share the objects which those of a reduced driver share. A comment promises that, or
// the type of an object has a lock, an atomic or a channel. A function without an object may be called by anyone.
func (a *API) Meant(d *Driver) bool {
	if isSafe(a.words.Package) || a.arePromised(d) {
		return true
	}
	for _, v := range d.Vars {
		users := 0
		for _, calls := range d.Par {
			if slices.ContainsFunc(calls, func(c Call) bool { return slices.Contains(c.Uses, v.Name) }) {
				users++
			}
		}
		t := a.object(v.Type)
		if users > 1 && t != nil && !isSafe(a.wordsOf(t)) && !isSafe(a.comments(t.Obj().Pkg()).Package) && !a.synchronises(t, map[types.Type]bool{}) {
			return false
		}
	}
	return true
}

// arePromised reports whether comments promise that each call of the goroutines may be made at the same time as others.
func (a *API) arePromised(d *Driver) bool {
	r := &reading{API: a, driver: d}
	return !slices.ContainsFunc(slices.Concat(d.Par...), func(c Call) bool { return !isSafe(r.demands(c.Name)) })
}

// synchronises reports whether a value of a type has a lock, an atomic or a channel. An exported object to which it points has its own.
func (a *API) synchronises(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.(type) {
	case *types.Named:
		switch pkg := u.Obj().Pkg(); {
		case pkg == nil:
			return false
		case pkg.Path() == "sync", pkg.Path() == "sync/atomic", strings.HasPrefix(pkg.Path(), "golang.org/x/sync/"):
			return true
		case a.object(u) == nil:
			return false
		}
		return a.synchronises(u.Underlying(), seen) || types.IsInterface(u) && a.isImplemented(u, seen)
	case *types.Chan:
		return true
	case *types.Pointer:
		if n, ok := types.Unalias(u.Elem()).(*types.Named); ok && n.Obj().Exported() && a.object(n) != nil {
			return false // it may be a cursor or a transaction of that object, and for one goroutine
		}
		return a.synchronises(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if a.synchronises(f.Type(), seen) {
				return true
			}
		}
	case *types.Map:
		return a.synchronises(u.Elem(), seen)
	case interface{ Elem() types.Type }:
		return a.synchronises(u.Elem(), seen)
	}
	return false
}

// isImplemented reports whether a type of the package that implements an interface synchronises.
func (a *API) isImplemented(i *types.Named, seen map[types.Type]bool) bool {
	return slices.ContainsFunc(a.implementers(i), func(n *types.Named) bool { return a.synchronises(n, seen) })
}
