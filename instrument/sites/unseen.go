package sites

import (
	"cmp"
	"context"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// Unseen are calls of a method in packages that are compiled as they are.
type Unseen struct {
	Type, Method string
	Perhaps      bool // through interfaces that the type implements: it may be one of them
	Calls        int  // call sites
	Modules      []string
}

// Unseen counts the calls of methods in the packages of the build that could not be rewritten.
// The map methods lists the methods of each type, and nil means all of them. Calls in the standard
// library count only when std is set. Calls by a package of the standard library on its own
// types do not count, and neither do calls by a method on its receiver.
func (t *Table) Unseen(ctx context.Context, methods map[string][]string, std bool) ([]Unseen, error) {
	paths := t.listing.unseen(std)
	if len(paths) == 0 || len(methods) == 0 {
		return nil, nil
	}
	user, err := readOverlay(t.opt.User)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, path := range paths {
		wanted[path] = true
	}
	for typ := range methods {
		wanted[packageOf(typ)] = true
	}
	pkgs, err := load.Syntax(ctx, t.opt.program(user.text), func(p *packages.Package) bool { return wanted[p.ID] })
	if err != nil {
		return nil, err
	}
	c := &unseen{methods: methods, all: methodNames(pkgs, methods), found: map[unseenKey]*Unseen{}}
	for _, p := range pkgs {
		if module := t.listing.others[p.PkgPath]; module != "" && (std || module != standard) {
			c.packageOf(p, module)
		}
	}
	return c.sorted(), nil
}

// unseen are the packages in which calls are looked for. The lowest of the standard
// library know no type that has a protocol.
func (l listing) unseen(std bool) []string {
	var paths []string
	for path, module := range l.others {
		first, _, _ := strings.Cut(path, "/")
		if module != standard || std && first != "runtime" && first != "internal" && first != "unsafe" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// packageOf is the import path of a type.
func packageOf(typ string) string { return typ[:max(strings.LastIndexByte(typ, '.'), 0)] }

// methodNames are all methods of the types, as far as they were loaded.
func methodNames(pkgs []*packages.Package, of map[string][]string) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for typ := range of {
		i := slices.IndexFunc(pkgs, func(p *packages.Package) bool { return p.PkgPath == packageOf(typ) && p.Types != nil })
		if i < 0 {
			continue
		}
		obj := pkgs[i].Types.Scope().Lookup(typ[len(packageOf(typ))+1:])
		if obj == nil {
			continue
		}
		all[typ] = methodsOf(obj.Type())
	}
	return all
}

// methodsOf are the methods of an interface, or of a pointer to another type.
func methodsOf(t types.Type) map[string]bool {
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	names := map[string]bool{}
	for m := range types.NewMethodSet(t).Methods() {
		names[m.Obj().Id()] = true
	}
	return names
}

type unseenKey struct {
	typ, method string
	perhaps     bool
}

// unseen counts.
type unseen struct {
	methods map[string][]string
	all     map[string]map[string]bool // see methodNames
	found   map[unseenKey]*Unseen
}

func (c *unseen) packageOf(p *packages.Package, module string) {
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			var self types.Object
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil && len(fd.Recv.List[0].Names) == 1 {
				self = p.TypesInfo.Defs[fd.Recv.List[0].Names[0]]
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					c.call(p, call, self, module)
				}
				return true
			})
		}
	}
}

// call counts one call.
func (c *unseen) call(p *packages.Package, call *ast.CallExpr, self types.Object, module string) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := p.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal || isObject(p, sel.X, self) {
		return
	}
	recv := s.Recv()
	for f := range embedded(s, p.Types) {
		recv = f.Type()
	}
	method, named := s.Obj().Name(), namedOf(recv)
	for typ, methods := range c.methods {
		if module == standard && packageOf(typ) == p.PkgPath || methods != nil && !slices.Contains(methods, method) {
			continue
		}
		if iface, ok := recv.Underlying().(*types.Interface); ok && (named == nil || TypeName(named) != typ) {
			if implements(c.all[typ], iface) {
				c.note(unseenKey{typ, method, true}, module)
			}
			continue
		}
		if named != nil && TypeName(named) == typ {
			c.note(unseenKey{typ, method, false}, module)
		}
	}
}

// isObject reports whether an expression is a variable.
func isObject(p *packages.Package, x ast.Expr, v types.Object) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && v != nil && p.TypesInfo.Uses[id] == v
}

// implements goes by the names of the methods: the type may be known by the export
// data of another load.
func implements(methods map[string]bool, iface *types.Interface) bool {
	for m := range iface.Methods() {
		if !methods[m.Id()] {
			return false
		}
	}
	return iface.NumMethods() > 0
}

func (c *unseen) note(key unseenKey, module string) {
	u := c.found[key]
	if u == nil {
		u = &Unseen{Type: key.typ, Method: key.method, Perhaps: key.perhaps}
		c.found[key] = u
	}
	u.Calls++
	if i, ok := slices.BinarySearch(u.Modules, module); !ok {
		u.Modules = slices.Insert(u.Modules, i, module)
	}
}

func (c *unseen) sorted() []Unseen {
	var list []Unseen
	for _, u := range c.found {
		list = append(list, *u)
	}
	slices.SortFunc(list, func(a, b Unseen) int {
		if a.Perhaps != b.Perhaps {
			if b.Perhaps {
				return -1
			}
			return 1
		}
		return cmp.Or(strings.Compare(a.Type, b.Type), strings.Compare(a.Method, b.Method))
	})
	return list
}
