package drive

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// Taken are the names that other test files of a package declare or import. A generated file declares none of them, so that all compile
// as one package.
type Taken map[string]bool

// Add takes the names of a file. Of a file that is no Go it takes those before the error.
func (t Taken) Add(text []byte) {
	file, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if file == nil {
		return
	}
	for _, decl := range file.Decls {
		declared(decl, t)
	}
	for _, s := range file.Imports {
		name := ""
		if p, err := strconv.Unquote(s.Path.Value); err == nil {
			name = path.Base(p)
		}
		if s.Name != nil {
			name = s.Name.Name
		}
		t[name] = true
	}
}

// free is a name that begins so, and that nobody has taken.
func (t Taken) free(name string, own map[string]bool) string {
	for i := 2; ; i++ {
		if next := name + strconv.Itoa(i); !t[next] && !own[next] {
			return next
		}
	}
}

// avoid gives other names to declarations of a file whose names are taken.
func (t Taken) avoid(text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for _, decl := range file.Decls {
		declared(decl, own)
	}
	others := map[string]string{}
	for name := range own {
		if t[name] {
			others[name] = t.free(name, own)
		}
	}
	if len(others) == 0 {
		return text, nil
	}
	renameIn(file, others)
	var b bytes.Buffer
	err = format.Node(&b, fset, file)
	return b.Bytes(), err
}

// renameIn gives other names to declarations of a file, and where they are used. Nothing within a function has such a name.
func renameIn(file *ast.File, others map[string]string) {
	selected := map[*ast.Ident]bool{} // of another package, or of an object
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selected[n.Sel] = true
		case *ast.FuncDecl:
			if selected[n.Name] = n.Recv != nil; n.Recv == nil && others[n.Name.Name] != "" && n.Doc != nil {
				first := n.Doc.List[0]
				first.Text = strings.Replace(first.Text, n.Name.Name, others[n.Name.Name], 1)
			}
		case *ast.Ident:
			if name := others[n.Name]; name != "" && !selected[n] {
				n.Name = name
			}
		}
		return true
	})
}
