package impact

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Of returns the code points of a change. The packages have syntax and types; root is the
// directory that the files of hunks are relative to. It takes time linear in their syntax.
func Of(list []*packages.Package, root string, hunks []Hunk) *Points {
	c := &change{root: root, hunks: map[string][]Hunk{}, points: &Points{}, types: map[string]bool{}, fields: map[field]bool{}, callees: map[declaration]bool{}}
	for _, h := range hunks {
		c.hunks[h.File] = append(c.hunks[h.File], h)
	}
	c.each(list, c.lines)
	c.each(list, c.calleesOf)
	c.each(list, c.accesses)
	return c.points
}

// A change gathers points.
type change struct {
	root    string
	hunks   map[string][]Hunk // by file
	points  *Points
	types   map[string]bool      // receivers of methods that are changed, with their package
	fields  map[field]bool       // that changed lines access, and the functions which these call
	callees map[declaration]bool // functions that changed lines call
	called  []interfaceCall      // methods of interfaces that changed lines call
}

// A declaration is where something is declared: an object from export data has no other identity
// that one from source shares.
type declaration struct {
	file string
	line int
}

// A field is one of a struct, or a variable of a package.
type field struct {
	at   declaration
	name string
}

// A file is one of the module.
type file struct {
	*ast.File
	pkg  *packages.Package
	name string // relative to the root
}

// each visits the files below the root, once each.
func (c *change) each(list []*packages.Package, visit func(f file)) {
	seen := map[string]bool{}
	for _, pkg := range list {
		for _, syntax := range pkg.Syntax {
			name := pkg.Fset.File(syntax.FileStart).Name()
			rel, err := filepath.Rel(c.root, name)
			if err != nil || strings.HasPrefix(rel, "..") || seen[name] {
				continue
			}
			seen[name] = true
			visit(file{syntax, pkg, filepath.ToSlash(rel)})
		}
	}
}

func (f *file) line(p token.Pos) int { return f.pkg.Fset.Position(p).Line }

func (f *file) ranges(n ast.Node) Range { return Range{f.name, f.line(n.Pos()), f.line(n.End())} }

// lines notes the lines of the hunks of a file, and the functions and types around them.
func (c *change) lines(f file) {
	for _, h := range c.hunks[f.name] {
		lines := h.lines()
		c.points.add(Line, lines)
		c.whole(f, h)
		for _, d := range f.Decls {
			if at := f.ranges(d); at.From > lines.To || at.To < lines.From {
				continue
			}
			c.declared(f, d, lines)
		}
	}
	for _, lines := range merged(c.points.parts[Line]) {
		if lines.File == f.name {
			c.touched(f, lines)
		}
	}
}

// lines are those of a hunk; of a hunk that only deletes, the two around it.
func (h *Hunk) lines() Range {
	if h.To < h.From {
		return Range{h.File, max(h.To, 1), h.To + 1}
	}
	return Range{h.File, h.From, h.To}
}

// declared notes a function that a hunk touches, and its type, or a type alone.
func (c *change) declared(f file, d ast.Decl, lines Range) {
	fn, ok := d.(*ast.FuncDecl)
	if !ok {
		if g, ok := d.(*ast.GenDecl); ok {
			c.declaredTypes(f, g, lines)
		}
		return
	}
	c.points.add(Method, f.ranges(fn))
	if recv := receiver(fn); recv != "" {
		c.types[f.pkg.PkgPath+"."+recv] = true
	} else {
		c.points.add(Class, Range{f.name, 1, f.line(f.FileEnd)})
	}
}

func (c *change) declaredTypes(f file, d *ast.GenDecl, lines Range) {
	for _, s := range d.Specs {
		if at := f.ranges(s); at.From > lines.To || at.To < lines.From {
			continue
		}
		if t, ok := s.(*ast.TypeSpec); ok {
			c.types[f.pkg.PkgPath+"."+t.Name.Name] = true
		}
	}
}

// receiver is the name of the type of a method, "" for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	name := ""
	ast.Inspect(fn.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// whole takes all lines of a function in which a hunk adds or deletes synchronisation.
func (c *change) whole(f file, h Hunk) {
	lines := h.lines()
	changed := slices.ContainsFunc(h.Deleted, synchronises)
	ast.Inspect(f.File, func(n ast.Node) bool {
		if n != nil && isSync(n) {
			at := f.line(n.Pos())
			changed = changed || at >= h.From && at <= h.To
		}
		return n != nil
	})
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if at := f.ranges(d); ok && changed && fn.Body != nil && at.From <= lines.To && at.To >= lines.From {
			c.points.add(Line, at)
		}
	}
}

// touched notes what changed lines access and call.
func (c *change) touched(f file, lines Range) {
	ast.Inspect(f.File, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		at := f.ranges(n)
		if at.From > lines.To || at.To < lines.From {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := f.pkg.TypesInfo.ObjectOf(id)
		if fl, ok := c.fieldOf(f.pkg, obj); ok {
			c.fields[fl] = true
		}
		if fn, ok := obj.(*types.Func); ok {
			c.callees[c.declarationOf(f.pkg, fn)] = true
			c.noteInterface(fn)
		}
		return true
	})
}

// calleesOf notes the fields that the functions access which changed lines call.
func (c *change) calleesOf(f file) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		obj, _ := f.pkg.TypesInfo.Defs[fn.Name].(*types.Func)
		if !c.callees[c.declarationOf(f.pkg, f.pkg.TypesInfo.Defs[fn.Name])] && !c.implements(obj) {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if fl, ok := c.fieldOf(f.pkg, f.pkg.TypesInfo.ObjectOf(id)); ok {
					c.fields[fl] = true
				}
			}
			return true
		})
	}
}

// accesses notes the lines that access the fields of a change, and the methods of its types.
func (c *change) accesses(f file) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && c.types[f.pkg.PkgPath+"."+receiver(fn)] {
			c.points.add(Class, f.ranges(fn))
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if fl, ok := c.fieldOf(f.pkg, f.pkg.TypesInfo.Uses[id]); ok && c.fields[fl] {
				c.points.add(Field, f.ranges(id))
			}
		}
		return true
	})
}

// fieldOf returns the field or the variable of a package that an object is.
func (c *change) fieldOf(pkg *packages.Package, obj types.Object) (field, bool) {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || !v.IsField() && v.Parent() != v.Pkg().Scope() {
		return field{}, false
	}
	return field{c.declarationOf(pkg, v), v.Name()}, true
}

func (c *change) declarationOf(pkg *packages.Package, obj types.Object) declaration {
	if obj == nil {
		return declaration{}
	}
	p := pkg.Fset.Position(obj.Pos())
	return declaration{p.Filename, p.Line}
}
