// Package entry finds the exported functions of a package from which a function may be reached.
//
// A [Graph] comes from the syntax of the package. A function leads to each function that its body mentions, called or not: a mention may become a
// call anywhere. The graph knows no dynamic types, so a mention of an interface's method is a mention of each method with that name.
// [Graph.Entries] goes back from a function to the exported functions and methods.
//
// The graph is coarse. It says what to try, and proves nothing. It sees one package: a function that other packages reach has no entry here.
package entry

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A Graph says which functions of a package mention which.
type Graph struct {
	mentioned map[*types.Func][]*types.Func // the functions that mention one, in the order of the source
	named     map[string]*types.Func        // the functions by their names in traces and stacks
}

// Read reads the functions of a package. Complexity: one pass over the syntax.
func Read(files []*ast.File, info *types.Info) *Graph {
	g := &Graph{mentioned: map[*types.Func][]*types.Func{}, named: map[string]*types.Func{}}
	methods := map[string][]*types.Func{}
	for _, d := range functions(files) {
		f, ok := info.Defs[d.Name].(*types.Func)
		if !ok {
			continue
		}
		g.named[Name(f)] = f
		if f.Signature().Recv() != nil {
			methods[f.Name()] = append(methods[f.Name()], f)
		}
	}
	for _, d := range functions(files) {
		if f, ok := info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
			g.read(f, d.Body, info, methods)
		}
	}
	return g
}

func functions(files []*ast.File) (list []*ast.FuncDecl) {
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				list = append(list, f)
			}
		}
	}
	return list
}

// read notes what the body of a function mentions.
func (g *Graph) read(f *types.Func, body *ast.BlockStmt, info *types.Info, methods map[string][]*types.Func) {
	ast.Inspect(body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		m, ok := info.Uses[id].(*types.Func)
		if !ok {
			return true
		}
		m = m.Origin()
		if recv := m.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			for _, other := range methods[m.Name()] {
				g.note(other, f)
			}
			return true
		}
		g.note(m, f)
		return true
	})
}

func (g *Graph) note(m, by *types.Func) {
	if !slices.Contains(g.mentioned[m], by) {
		g.mentioned[m] = append(g.mentioned[m], by)
	}
}

// Entries are the exported functions, and methods of exported types, that lead to a function with this name or to a closure of it. They are
// named as T.M and F. The nearest ones come first.
func (g *Graph) Entries(name string) (list []string) {
	f := g.lookup(name)
	if f == nil {
		return nil
	}
	seen := map[*types.Func]bool{f: true}
	for queue := []*types.Func{f}; len(queue) > 0; queue = queue[1:] {
		if key, ok := exported(queue[0]); ok {
			list = append(list, key)
		}
		for _, by := range g.mentioned[queue[0]] {
			if !seen[by] {
				seen[by] = true
				queue = append(queue, by)
			}
		}
	}
	return list
}

// Exported is the name of an exported function, or of a method of an exported type, by its name in stacks. ok is false for other ones.
func (g *Graph) Exported(name string) (key string, ok bool) {
	f := g.named[strings.ReplaceAll(name, "[...]", "")]
	if f == nil {
		return "", false
	}
	return exported(f)
}

// lookup is the function with a name, or the function around a closure with it. nil is a function of another package.
func (g *Graph) lookup(name string) *types.Func {
	name = strings.ReplaceAll(name, "[...]", "")
	for {
		if f := g.named[name]; f != nil {
			return f
		}
		i := strings.LastIndexAny(name, ".$")
		if i < 0 {
			return nil
		}
		name = name[:i]
	}
}

// Name is the name of a function in stacks: path.F, path.T.M or path.(*T).M, without type arguments.
func Name(f *types.Func) string {
	name := f.Name()
	if recv := f.Signature().Recv(); recv != nil {
		t, isPointer := recv.Type(), false
		if p, ok := t.(*types.Pointer); ok {
			t, isPointer = p.Elem(), true
		}
		n, ok := types.Unalias(t).(*types.Named)
		switch {
		case !ok:
		case isPointer:
			name = "(*" + n.Obj().Name() + ")." + name
		default:
			name = n.Obj().Name() + "." + name
		}
	}
	return f.Pkg().Path() + "." + name
}

// exported is the name of an exported function, or of an exported method of an exported type.
func exported(f *types.Func) (key string, ok bool) {
	if !f.Exported() {
		return "", false
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name(), true
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, isNamed := types.Unalias(t).(*types.Named)
	if !isNamed || !n.Obj().Exported() {
		return "", false
	}
	return n.Obj().Name() + "." + f.Name(), true
}
