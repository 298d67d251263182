package drive

import (
	"go/types"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/contract"
)

// This file compares a reduced driver with the doc comments of its functions.

// A made is a call of a driver with its place in it.
type made struct {
	Call
	stage     int // the common prefix, the goroutines, what follows them
	goroutine int
}

func (d *Driver) sequence() (list []made) {
	add := func(stage, goroutine int, calls []Call) {
		for _, c := range calls {
			list = append(list, made{c, stage, goroutine})
		}
	}
	add(0, 0, d.Seq)
	for i, calls := range d.Par {
		add(1, i, calls)
	}
	add(2, 0, d.Tail)
	return list
}

// meets reports whether two calls may be made at the same time.
func (c *made) meets(other *made) bool {
	return c.stage == other.stage && c.goroutine != other.goroutine
}

// A reading is a driver whose calls are compared with comments.
type reading struct {
	*API
	driver *Driver
	calls  []made
	found  []contract.Demand
}

// Against are the demands in comments of the package, of its types and of its functions, against which a reduced driver goes.
func (a *API) Against(d *Driver) []contract.Demand {
	r := &reading{API: a, driver: d, calls: d.sequence()}
	seen := map[string]bool{}
	for i := range r.calls {
		if c := &r.calls[i]; !seen[c.Name] {
			seen[c.Name] = true
			r.function(c, r.demands(c.Name))
		}
	}
	for _, v := range d.Vars {
		if t := a.object(v.Type); t != nil {
			r.object(v, t, r.wordsOf(t), false)
			for _, pkg := range r.packages(t) {
				r.object(v, t, r.comments(pkg).Package, true)
			}
		}
	}
	slices.SortStableFunc(r.found, func(x, y contract.Demand) int { return int(x.Pos - y.Pos) })
	return slices.CompactFunc(r.found, func(x, y contract.Demand) bool { return x.Pos == y.Pos && x.Text == y.Text })
}

// packages are the package under test and that of a type: the words of both may be about its objects.
func (r *reading) packages(t *types.Named) []*types.Package {
	if r.isForeign(t) {
		return []*types.Package{r.pkg, t.Obj().Pkg()}
	}
	return []*types.Package{r.pkg}
}

// demands are those of the comment of a function or method. Those of a method of an interface are also those of the methods that implement it.
func (r *reading) demands(key string) (list []contract.Demand) {
	parts := strings.Split(key, ".")
	qualifier := ""
	if len(parts) > 1 && r.lookup(parts[0]+".", parts[1]) != nil {
		qualifier, parts = parts[0]+".", parts[1:]
	}
	obj := r.lookup(qualifier, parts[0])
	switch n, isNamed := typeOf(obj).(*types.Named); {
	case obj == nil:
		return nil
	case len(parts) == 1:
		return r.comments(obj.Pkg()).Objects[obj.Pos()]
	case isNamed:
		for _, t := range append(r.implementers(n), n) {
			list = append(list, r.method(t, parts[1])...)
		}
	}
	return list
}

// typeOf is the type of an object, nil for none.
func typeOf(obj types.Object) types.Type {
	if obj == nil {
		return nil
	}
	return obj.Type()
}

// method are the demands of the comment of a method.
func (r *reading) method(n *types.Named, name string) []contract.Demand {
	m, _, _ := types.LookupFieldOrMethod(n, true, r.pkg, name)
	if m == nil || m.Pkg() == nil {
		return nil
	}
	return r.comments(m.Pkg()).Objects[m.Pos()]
}

// function takes the demands of the comment of a function that is called.
func (r *reading) function(first *made, list []contract.Demand) {
	for _, d := range list {
		own := []string{first.Name}
		about := r.functions(d.Names)
		if len(about) == 0 || names(about, first.Name) {
			about = own
		}
		against := false
		switch d.Kind {
		case contract.Concurrent:
			against = r.concurrent(func(c *made) bool { return !d.Result && names(about, c.Name) || d.Result && r.resultOf(c, first.Name) }, d)
		case contract.Again:
			against = !d.Result && r.again(about)
		case contract.After:
			others := slices.DeleteFunc(r.functions(slices.Concat(d.Names, d.Then)), func(n string) bool { return names([]string{n}, first.Name) })
			switch {
			case len(others) > 0:
				against = r.after(others, about)
			case first.Closes:
				against = r.after(own, nil)
			default:
				against = r.after(nil, own)
			}
		}
		r.add(d, against)
	}
}

// object takes the demands of the comment of a type, or of the package, for a variable.
func (r *reading) object(v Var, t *types.Named, list []contract.Demand, ofPackage bool) {
	for _, d := range list {
		if about := r.types(d.Names, t); len(about) > 0 && !slices.Contains(about, t.Obj().Name()) {
			continue
		}
		about := r.functions(d.Names)
		against := false
		switch d.Kind {
		case contract.Concurrent:
			safe := ofPackage && isSafe(r.wordsOf(t))
			against = !safe && r.concurrent(func(c *made) bool {
				return slices.Contains(c.Uses, v.Name) && (len(about) == 0 || names(about, c.Name)) && !isSafe(r.demands(c.Name))
			}, d)
		case contract.Again:
			against = len(about) > 0 && r.again(about)
		case contract.After:
			against = r.after(r.functions(slices.Concat(d.Names, d.Then)), nil)
		case contract.Zero:
			against = !ofPackage && slices.ContainsFunc(r.calls, func(c made) bool { return c.Name == r.typeName(t) && slices.Contains(c.Sets, v.Name) })
		}
		r.add(d, against)
	}
}

func (r *reading) add(d contract.Demand, against bool) {
	if against {
		r.found = append(r.found, d)
	}
}

func isSafe(list []contract.Demand) bool {
	return slices.ContainsFunc(list, func(d contract.Demand) bool { return d.Kind == contract.Safe })
}

// concurrent reports whether a call that the demand is about meets another call which uses a variable of it, or which uses none either. A demand
// that names the other function is about that.
func (r *reading) concurrent(about func(*made) bool, d contract.Demand) bool {
	with := r.functions(d.Then)
	for i := range r.calls {
		for k := range r.calls {
			c, other := &r.calls[i], &r.calls[k]
			if about(c) && c.meets(other) && shares(c, other) && (len(with) == 0 || names(with, other.Name)) {
				return true
			}
		}
	}
	return false
}

// shares reports whether two calls use a variable in common, or none.
func shares(a, b *made) bool {
	return len(a.Uses) == 0 && len(b.Uses) == 0 || slices.ContainsFunc(a.Uses, func(v string) bool { return slices.Contains(b.Uses, v) })
}

// resultOf reports whether a call is of an object that the function has returned.
func (r *reading) resultOf(c *made, function string) bool {
	return slices.ContainsFunc(r.calls, func(m made) bool { return m.Name == function && c.Recv != "" && slices.Contains(m.Sets, c.Recv) })
}

// again reports whether one of the functions is called twice on one object.
func (r *reading) again(functions []string) bool {
	count := map[[2]string]int{}
	for _, c := range r.calls {
		if names(functions, c.Name) {
			if count[[2]string{c.Name, c.Recv}]++; count[[2]string{c.Name, c.Recv}] > 1 {
				return true
			}
		}
	}
	return false
}

// after reports whether a call may come after one of the first functions on its object. No first function stands for those that close, and no
// later one for all others.
func (r *reading) after(first, later []string) bool {
	for i := range r.calls {
		for k := range r.calls {
			a, b := &r.calls[i], &r.calls[k]
			ends := names(first, a.Name) || len(first) == 0 && a.Closes
			isLater := names(later, b.Name) || len(later) == 0 && a.Name != b.Name
			if ends && isLater && a.Recv == b.Recv && i != k && (i < k || a.meets(b)) {
				return true
			}
		}
	}
	return false
}

// names reports whether one of the words names a function or method: as Store.Add or Add.
func names(words []string, function string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return w == function || strings.HasSuffix(function, "."+w) })
}

// functions are the words that name functions or methods of the package, or methods of objects that it hands out.
func (r *reading) functions(words []string) (list []string) {
	all := slices.Concat(r.all(), r.makers, r.methodsOf(r.near.handed))
	for _, w := range words {
		if slices.ContainsFunc(all, func(f function) bool { return names([]string{w}, f.key()) }) {
			list = append(list, w)
		}
	}
	return list
}

// types are the words that name types of the package, or of that of a type.
func (r *reading) types(words []string, n *types.Named) (list []string) {
	for _, w := range words {
		if slices.ContainsFunc(r.packages(n), func(pkg *types.Package) bool { _, ok := pkg.Scope().Lookup(w).(*types.TypeName); return ok }) {
			list = append(list, w)
		}
	}
	return list
}
