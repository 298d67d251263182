package lockfacts

import (
	"go/ast"
	"go/token"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// ignorePrefix starts a comment that silences a check on its line and the next.
const ignorePrefix = "//deadlocklint:ignore"

// A Directive is such a comment.
type Directive struct {
	Pos    token.Pos
	Check  string
	Reason string

	file string
	line int
	used bool
}

// directives is the comments of a package that are addressed to us.
type directives struct {
	mu        sync.Mutex // checks run at the same time
	list      []*Directive
	generated map[string]bool // files
}

func readDirectives(pass *analysis.Pass, want bool) *directives {
	d := &directives{generated: map[string]bool{}}
	if !want {
		return d
	}
	for _, f := range pass.Files {
		name := pass.Fset.Position(f.Package).Filename
		d.generated[name] = isGenerated(f)
		for _, group := range f.Comments {
			for _, c := range group.List {
				rest, ok := strings.CutPrefix(c.Text, ignorePrefix)
				if !ok {
					continue
				}
				check, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
				d.list = append(d.list, &Directive{
					Pos: c.Pos(), Check: check, Reason: strings.TrimSpace(reason),
					file: name, line: pass.Fset.Position(c.Pos()).Line,
				})
			}
		}
	}
	return d
}

// isGenerated reports whether a file says by the usual comment that a program
// wrote it. The output of cmd/cgo for a file with import "C" says so as well, but
// has the lines and comments of a file that is written by hand.
func isGenerated(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() > f.Package {
				return false
			}
			by, ok := strings.CutPrefix(c.Text, "// Code generated ")
			if ok && strings.HasSuffix(by, " DO NOT EDIT.") && by != "by cmd/cgo; DO NOT EDIT." {
				return true
			}
		}
	}
	return false
}

// handWritten returns the first place of a finding that is not in a generated
// file, or token.NoPos. A generated file is no place for a repair.
func (d *directives) handWritten(pass *analysis.Pass, f Finding) token.Pos {
	for _, pos := range f.positions() {
		if !d.generated[pass.Fset.Position(pos).Filename] {
			return pos
		}
	}
	return token.NoPos
}

// silences returns the reason that a comment at a place of the finding gives
// for not showing it, or "", and marks the comment as used.
func (d *directives) silences(pass *analysis.Pass, places []token.Pos, f Finding, analyzer string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, pos := range places {
		p := pass.Fset.Position(pos)
		for _, dir := range d.list {
			if dir.Reason == "" || dir.file != p.Filename || dir.line != p.Line && dir.line != p.Line-1 {
				continue
			}
			if f.isNamed(dir.Check, analyzer) {
				dir.used = true
				return dir.Reason
			}
		}
	}
	return ""
}

// BadDirectives returns the comments that have no reason, and those that
// silenced nothing, after all checks have run.
func (r *Result) BadDirectives() (unreasoned, unused []*Directive) {
	r.notes.mu.Lock()
	defer r.notes.mu.Unlock()
	for _, d := range r.notes.list {
		switch {
		case d.Reason == "" || d.Check == "":
			unreasoned = append(unreasoned, d)
		case !d.used && (r.whole || !r.mayServe(d)):
			unused = append(unused, d)
		}
	}
	return unreasoned, unused
}
