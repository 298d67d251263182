package spinlock

import (
	"go/ast"
	"go/token"
	"regexp"
)

// A Lock is a function that waits in a loop until it has what it takes.
type Lock struct {
	Func string // without the package: "Lock", "(*Spin).Lock", "(*Spin[...]).Lock"
	Pos  token.Pos
}

// Find returns the locks of a package, given its files or those that [Mentions]
// does not rule out, in their order. It takes time linear in their size.
func Find(files []*ast.File) []Lock {
	p := &pkg{constants: map[string]bool{"true": true, "false": true, "nil": true}, writers: map[string]map[*ast.FuncDecl]bool{}}
	for _, f := range files {
		p.declare(f)
	}
	var locks []Lock
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && p.takes(fn) {
				locks = append(locks, Lock{Func: funcName(fn), Pos: fn.Name.Pos()})
			}
		}
	}
	return locks
}

// operations are the names of those that can take something, in any spelling.
var operations = regexp.MustCompile(`\b(CompareAndSwap|Swap|Add)(Int|Uint|Uintptr|Pointer)?(32|64)?\(`)

// Mentions reports whether the text of a file may have such a lock. Most files
// have none, and need not be parsed.
func Mentions(text []byte) bool { return operations.Match(text) && loop.Match(text) }

var loop = regexp.MustCompile(`\bfor\b`)

// A pkg has the data that the functions of a package share.
type pkg struct {
	constants map[string]bool
	writers   map[string]map[*ast.FuncDecl]bool // functions that write an atomic variable, by its name
}

func (p *pkg) declare(f *ast.File) {
	for _, d := range f.Decls {
		fn, _ := d.(*ast.FuncDecl)
		ast.Inspect(d, func(n ast.Node) bool {
			if g, ok := n.(*ast.GenDecl); ok && g.Tok == token.CONST {
				p.declareConstants(g)
			}
			if op := operationOf(n); fn != nil && op != nil && op.kind != load {
				if p.writers[op.name] == nil {
					p.writers[op.name] = map[*ast.FuncDecl]bool{}
				}
				p.writers[op.name][fn] = true
			}
			return true
		})
	}
}

func (p *pkg) declareConstants(g *ast.GenDecl) {
	for _, s := range g.Specs {
		for _, name := range s.(*ast.ValueSpec).Names {
			p.constants[name.Name] = true
		}
	}
}

// writtenElsewhere reports whether another function writes the variable: what
// no goroutine gives back is taken once, and no lock.
func (p *pkg) writtenElsewhere(name string, fn *ast.FuncDecl) bool {
	n := len(p.writers[name])
	return n > 1 || n == 1 && !p.writers[name][fn]
}

// takes reports whether the function has a loop that is not left without
// having taken what another function gives back.
func (p *pkg) takes(fn *ast.FuncDecl) bool {
	f := newFunction(p, fn)
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // who runs it, and when, is not known
		case *ast.ForStmt:
			found = found || f.waits(n)
		}
		return !found
	})
	return found
}

// funcName is the name of a function as the linker has it, without its package.
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		if fn.Type.TypeParams != nil {
			return fn.Name.Name + "[...]"
		}
		return fn.Name.Name
	}
	typ, pointer, generic := fn.Recv.List[0].Type, false, ""
	if s, ok := typ.(*ast.StarExpr); ok {
		typ, pointer = s.X, true
	}
	switch t := typ.(type) {
	case *ast.IndexExpr:
		typ, generic = t.X, "[...]"
	case *ast.IndexListExpr:
		typ, generic = t.X, "[...]"
	}
	id, ok := typ.(*ast.Ident)
	switch {
	case !ok:
		return fn.Name.Name
	case pointer:
		return "(*" + id.Name + generic + ")." + fn.Name.Name
	}
	return id.Name + generic + "." + fn.Name.Name
}
