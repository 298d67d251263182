// Package prose writes the comments of Go source as Markdown, for a linter of prose. Comments
// of exported identifiers and other comments go to two folders, since fewer rules hold for the
// latter.
//
// A line of a comment has the same number there as in the source, and all other lines are
// empty. So the places that the linter prints are places in the source. Package comments
// are left out: script/ci/prose.sh takes those of go doc.
package prose

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// Write writes the comments of the files that git lists below the current directory, without
// tests and testdata. For dir/file.go it writes target/comments/dir/file.go.md, and the same
// below target/unexported.
func Write(target string) error {
	list, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w; run it in a checkout", err)
	}
	for _, file := range strings.Fields(string(list)) {
		if strings.HasSuffix(file, "_test.go") || strings.Contains("/"+file, "/testdata/") {
			continue
		}
		source, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			continue // removed, and not yet committed
		}
		if err != nil {
			return err
		}
		exported, unexported, err := comments(file, source)
		if err != nil {
			return err
		}
		if err := writePage(filepath.Join(target, "comments"), file, exported); err != nil {
			return err
		}
		if err := writePage(filepath.Join(target, "unexported"), file, unexported); err != nil {
			return err
		}
	}
	return nil
}

// writePage writes the Markdown of a file of Go below a folder.
func writePage(folder, file, text string) error {
	name := filepath.Join(folder, filepath.FromSlash(file)+".md")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// comments returns the comments of exported identifiers, and all others but the package
// comment, on the lines that they have in the source.
func comments(name string, source []byte) (exported, unexported string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", "", err
	}
	p := newPage(set, file)
	if file.Name.Name != "main" {
		for _, decl := range file.Decls {
			p.decl(decl)
		}
	}
	return p.text(), p.unexported(file, source), nil
}

// A page is the Markdown of one file.
type page struct {
	set   *token.FileSet
	lines []string
	has   map[*ast.CommentGroup]bool // comments that are on it
}

func newPage(set *token.FileSet, file *ast.File) *page {
	return &page{set, make([]string, set.File(file.Pos()).LineCount()), map[*ast.CommentGroup]bool{}}
}

func (p *page) text() string { return strings.Join(p.lines, "\n") + "\n" }

// unexported returns the comments of a file that are neither on the page nor the package
// comment. A comment after code is an item of a list.
func (p *page) unexported(file *ast.File, source []byte) string {
	q := newPage(p.set, file)
	lines := strings.Split(string(source), "\n")
	for _, group := range file.Comments {
		at := p.set.PositionFor(group.Pos(), false)
		switch {
		case p.has[group] || group == file.Doc:
		case strings.TrimSpace(lines[at.Line-1][:at.Column-1]) == "":
			q.above(group)
		default:
			q.beside(group)
		}
	}
	return q.text()
}

// decl adds the comments of a declaration.
func (p *page) decl(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Name.IsExported() && (decl.Recv == nil || exportedType(decl.Recv.List[0].Type)) {
			p.above(decl.Doc)
		}
	case *ast.GenDecl:
		shown := false
		for _, spec := range decl.Specs {
			shown = p.spec(spec) || shown
		}
		if shown {
			p.above(decl.Doc)
		}
	}
}

// spec adds the comments of a type, a constant or a variable, and reports whether it is
// exported.
func (p *page) spec(spec ast.Spec) bool {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		if exported(spec.Names) {
			p.above(spec.Doc)
			p.beside(spec.Comment)
			return true
		}
	case *ast.TypeSpec:
		if spec.Name.IsExported() {
			p.above(spec.Doc)
			p.beside(spec.Comment)
			p.members(spec.Type)
			return true
		}
	}
	return false
}

// members adds the comments of exported fields and methods, also of structs in structs.
func (p *page) members(expr ast.Expr) {
	ast.Inspect(expr, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		if !ok {
			return true
		}
		if !exported(field.Names) && len(field.Names) > 0 {
			return false
		}
		p.beside(field.Doc)
		p.beside(field.Comment)
		return true
	})
}

// exported reports whether one of the names is exported.
func exported(names []*ast.Ident) bool {
	for _, id := range names {
		if id.IsExported() {
			return true
		}
	}
	return false
}

// exportedType reports whether the type of a receiver is exported.
func exportedType(expr ast.Expr) bool {
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.IsExported()
		default:
			return false
		}
	}
}

// above adds the lines of a comment above its declaration.
func (p *page) above(group *ast.CommentGroup) { p.add(group, "") }

// beside adds a comment of a member, or one after its declaration. Several of them in
// consecutive lines are items of a list, since they are no paragraph.
func (p *page) beside(group *ast.CommentGroup) { p.add(group, "- ") }

// directive is a comment for a tool.
var directive = regexp.MustCompile(`^//[a-z0-9]+:\S`)

func (p *page) add(group *ast.CommentGroup, mark string) {
	if group == nil {
		return
	}
	p.has[group] = true
	rest := strings.Repeat(" ", len(mark))
	for _, c := range group.List {
		if directive.MatchString(c.Text) {
			continue
		}
		first := p.set.Position(c.Pos()).Line - 1
		text := strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/")
		for i, line := range strings.Split(strings.TrimPrefix(text, "//"), "\n") {
			if line = strings.TrimPrefix(line, " "); line != "" {
				p.lines[first+i] = mark + line
				mark = rest
			}
		}
	}
}
