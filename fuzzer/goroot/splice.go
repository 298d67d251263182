package goroot

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// A splicer edits one Go file at positions that its syntax tree gives. No edit
// adds a line, so that positions in stack traces and error messages stay as
// they are in the original.
type splicer struct {
	name    string // relative to GOROOT/src
	src     []byte
	fset    *token.FileSet
	file    *ast.File
	edits   []edit
	missing []string
}

// An edit replaces the bytes [start, end).
type edit struct {
	start, end int
	text       string
}

func openSplicer(src, name string) (*splicer, error) {
	b, err := os.ReadFile(filepath.Join(src, name))
	if err != nil {
		return nil, err
	}
	return newSplicer(name, b)
}

func newSplicer(name string, b []byte) (*splicer, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, b, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	if err != nil && !isOfGenericMethods(err) {
		return nil, err
	}
	return &splicer{name: name, src: b, fset: fset, file: f}, nil
}

// isOfGenericMethods reports whether an error is about methods with type parameters alone, which releases from go1.27 on have. The
// parser of an older release refuses them, but the rest of the file is whole.
func isOfGenericMethods(err error) bool {
	var list scanner.ErrorList
	return errors.As(err, &list) && !slices.ContainsFunc(list, func(e *scanner.Error) bool {
		return e.Msg != "method must have no type parameters"
	})
}

func (s *splicer) offset(p token.Pos) int { return s.fset.Position(p).Offset }

func (s *splicer) insert(p token.Pos, text string) {
	o := s.offset(p)
	s.edits = append(s.edits, edit{o, o, text})
}

// miss notes a pattern that this Go release does not have.
func (s *splicer) miss(format string, args ...any) {
	s.missing = append(s.missing, s.name+": "+fmt.Sprintf(format, args...))
}

// fn finds a function or method; recv is the receiver's type name or "".
func (s *splicer) fn(recv, name string) *ast.FuncDecl {
	for _, d := range s.file.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if ok && fd.Name.Name == name && receiver(fd) == recv {
			return fd
		}
	}
	return nil
}

func receiver(fd *ast.FuncDecl) string {
	if fd.Recv == nil {
		return ""
	}
	t := fd.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func (s *splicer) rename(recv, name, to string) {
	fd := s.fn(recv, name)
	if fd == nil {
		s.miss("func (%s) %s", recv, name)
		return
	}
	s.edits = append(s.edits, edit{s.offset(fd.Name.Pos()), s.offset(fd.Name.End()), to})
}

// prologue inserts code at the start of a function's body.
func (s *splicer) prologue(recv, name, code string) {
	fd := s.fn(recv, name)
	if fd == nil || fd.Body == nil {
		s.miss("body of func (%s) %s", recv, name)
		return
	}
	s.insert(fd.Body.Lbrace+1, " "+code+"; ")
}

// replace substitutes every occurrence of old inside a function; at least one
// must be there, and exactly want unless want is negative.
func (s *splicer) replace(recv, name, old, new string, want int) {
	fd := s.fn(recv, name)
	if fd == nil {
		s.miss("func (%s) %s", recv, name)
		return
	}
	lo := s.offset(fd.Pos())
	body := s.src[lo:s.offset(fd.End())]
	n := 0
	for i := 0; ; n++ {
		j := bytes.Index(body[i:], []byte(old))
		if j < 0 {
			break
		}
		start := lo + i + j
		s.edits = append(s.edits, edit{start, start + len(old), new})
		i += j + len(old)
	}
	if n == 0 || want >= 0 && n != want {
		s.miss("in %s: %q found %d times, want %d", name, old, n, want)
	}
}

// before inserts code before every statement of a function that match
// accepts; code returns "" to leave one alone. At least want must be found.
func (s *splicer) before(recv, name string, match func(text string) string, want int) {
	fd := s.fn(recv, name)
	if fd == nil {
		s.miss("func (%s) %s", recv, name)
		return
	}
	n := 0
	for _, stmt := range statements(fd.Body) {
		text := string(s.src[s.offset(stmt.Pos()):s.offset(stmt.End())])
		if code := match(text); code != "" {
			s.insert(stmt.Pos(), code+"; ")
			n++
		}
	}
	if n < want {
		s.miss("in %s: statement found %d times, want %d", name, n, want)
	}
}

// statements lists every statement in a block, nested ones included.
func statements(body *ast.BlockStmt) []ast.Stmt {
	var list []ast.Stmt
	ast.Inspect(body, func(n ast.Node) bool {
		switch b := n.(type) {
		case *ast.BlockStmt:
			list = append(list, b.List...)
		case *ast.CaseClause:
			list = append(list, b.Body...)
		case *ast.LabeledStmt:
			list = append(list, b.Stmt)
		}
		return true
	})
	return list
}

// is matches a statement by its whole text.
func is(text, code string) func(string) string {
	return func(s string) string {
		if s == text {
			return code
		}
		return ""
	}
}

// starts matches a statement by how it begins.
func starts(prefix, code string) func(string) string {
	return func(s string) string {
		if strings.HasPrefix(s, prefix) {
			return code
		}
		return ""
	}
}

// field adds a field at the end of a struct type, on the line of its brace.
func (s *splicer) field(typ, decl string) {
	for _, d := range s.file.Decls {
		gd, ok := d.(*ast.GenDecl)
		if !ok || gd.Tok != token.TYPE {
			continue
		}
		for _, spec := range gd.Specs {
			ts := spec.(*ast.TypeSpec)
			if st, ok := ts.Type.(*ast.StructType); ok && ts.Name.Name == typ {
				s.insert(st.Fields.Closing, decl+"; ")
				return
			}
		}
	}
	s.miss("struct %s", typ)
}

// bytes returns the edited file.
func (s *splicer) bytes() []byte {
	sort.SliceStable(s.edits, func(i, j int) bool { return s.edits[i].start < s.edits[j].start })
	var out []byte
	pos := 0
	for _, e := range s.edits {
		out = append(out, s.src[pos:e.start]...)
		out = append(out, e.text...)
		pos = e.end
	}
	return append(out, s.src[pos:]...)
}
