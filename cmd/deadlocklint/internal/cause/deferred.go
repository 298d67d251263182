package cause

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// A deferred knows from the source which WaitGroups the functions of goroutines count down when they return.
type deferred struct {
	source func(file string) []byte
	files  map[string]*parsed
}

// A parsed is a file, nil where it cannot be parsed.
type parsed struct {
	fset *token.FileSet
	file *ast.File
}

func newDeferred(source func(file string) []byte) *deferred {
	return &deferred{source: source, files: map[string]*parsed{}}
}

// groups are the classes of the WaitGroups whose Done the function of a step has deferred when it comes there. Only statements count
// that each call executes: those of the body itself, before the step.
func (d *deferred) groups(s report.Step) (classes []string) {
	name, line, _ := report.SplitPos(s.Pos)
	p := d.parse(name)
	if p == nil {
		return nil
	}
	decl, body := p.function(line)
	if body == nil || decl == nil { // as for a literal of a variable of the package
		return nil
	}
	for _, stmt := range body.List {
		def, ok := stmt.(*ast.DeferStmt)
		if !ok || p.line(def.End()) >= line {
			continue
		}
		call, ok := def.Call.Fun.(*ast.SelectorExpr)
		if !ok || call.Sel.Name != "Done" || len(def.Call.Args) > 0 {
			continue
		}
		if class := classOf(stdlib.Package(s.Func), decl, call.X); class != "" {
			classes = append(classes, outsideLiterals(class))
		}
	}
	return classes
}

func (d *deferred) parse(name string) *parsed {
	p, known := d.files[name]
	if !known {
		if text := d.source(name); text != nil && strings.HasSuffix(name, ".go") {
			fset := token.NewFileSet()
			if file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution); err == nil {
				p = &parsed{fset, file}
			}
		}
		d.files[name] = p
	}
	return p
}

func (p *parsed) line(at token.Pos) int { return p.fset.PositionFor(at, false).Line }

// function is the innermost function around a line, and the declaration that it is in. It is nil where a line belongs to several.
func (p *parsed) function(line int) (decl *ast.FuncDecl, body *ast.BlockStmt) {
	several := false
	ast.Inspect(p.file, func(n ast.Node) bool {
		if n == nil || p.line(n.Pos()) > line || p.line(n.End()) < line {
			return false
		}
		var own *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			decl, own = n, n.Body
		case *ast.FuncLit:
			own = n.Body
		}
		if own != nil {
			several = several || body != nil && own.Pos() > body.End() || p.line(own.Pos()) == line && p.line(own.End()) == line
			body = own
		}
		return true
	})
	if several {
		return nil, nil
	}
	return decl, body
}

// classOf is the class of a WaitGroup as a report has it, for a variable of the package, a variable of the declared function, or
// a field of its receiver. It is "" for any other expression, as for a parameter: which group that is depends on the call.
func classOf(pkg string, decl *ast.FuncDecl, x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		switch declared(decl, x.Name) {
		case ofPackage:
			return pkg + "." + x.Name
		case ofFunction:
			return pkg + "." + nameOf(decl) + "." + x.Name
		}
	case *ast.SelectorExpr:
		of, ok := x.X.(*ast.Ident)
		if typ := receiver(decl); ok && typ != "" && isReceiver(decl, of.Name) {
			return pkg + "." + typ + "." + x.Sel.Name
		}
	}
	return ""
}

// A scope says where a name of a function is declared.
type scope uint8

const (
	ofPackage  scope = iota // not in the function
	ofFunction              // as a variable of it, or of a literal in it
	asParameter
)

// declared looks for the declaration of a name in a function. A name that is a parameter somewhere is taken for one.
func declared(decl *ast.FuncDecl, name string) (at scope) {
	note := func(e ast.Expr, as scope) {
		if id, ok := e.(*ast.Ident); ok && id.Name == name {
			at = max(at, as)
		}
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				note(id, asParameter)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				note(id, ofFunction)
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if n.Tok == token.DEFINE {
					note(e, ofFunction)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				note(n.Key, ofFunction)
				note(n.Value, ofFunction)
			}
		}
		return true
	})
	return at
}

// isReceiver reports whether a name is that of the receiver of a method, and of nothing else there.
func isReceiver(decl *ast.FuncDecl, name string) bool {
	n := 0
	ast.Inspect(decl, func(node ast.Node) bool {
		if field, ok := node.(*ast.Field); ok {
			for _, id := range field.Names {
				if id.Name == name {
					n++
				}
			}
		}
		return true
	})
	names := decl.Recv.List[0].Names
	body := &ast.FuncDecl{Type: &ast.FuncType{Params: &ast.FieldList{}}, Name: decl.Name, Body: decl.Body}
	return len(names) == 1 && names[0].Name == name && n == 1 && declared(body, name) == ofPackage
}

// nameOf is the name of a declared function as the runtime has it, without the package.
func nameOf(decl *ast.FuncDecl) string {
	switch typ := receiver(decl); {
	case typ == "":
		return decl.Name.Name
	case isPointer(decl):
		return "(*" + typ + ")." + decl.Name.Name
	default:
		return typ + "." + decl.Name.Name
	}
}

// receiver is the name of the type of which a function is a method, "" for none.
func receiver(decl *ast.FuncDecl) string {
	if decl.Recv == nil || len(decl.Recv.List) == 0 {
		return ""
	}
	typ := decl.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if id, ok := typ.(*ast.Ident); ok {
		return id.Name
	}
	return "" // of a generic type: its classes have type arguments
}

func isPointer(decl *ast.FuncDecl) bool {
	_, ok := decl.Recv.List[0].Type.(*ast.StarExpr)
	return ok
}
