// Package comments reads the automata that people write above their types, a
// line each:
//
//	//deadlocklint:typestate new Open
//	//deadlocklint:typestate state open
//	//deadlocklint:typestate   Get Put -> open
//	//deadlocklint:typestate   Close -> closed
//	//deadlocklint:typestate state closed final
//	type Store struct { … }
//
// [Directives] finds them in a parsed file, and [Directive.Automaton] is the automaton, in
// which functions of the package need no path. Both halves of the tool read them
// here: the static check and the recorded runs. The package knows no types, so
// that methods which there are not are for the static check to name.
package comments

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// Prefix starts a line of an automaton.
const Prefix = "//deadlocklint:typestate"

// A Directive is the automaton above a type, in comments that begin with [Prefix].
type Directive struct {
	Name  *ast.Ident // of the type
	Pos   token.Pos  // of the first line
	lines []string
}

// Directives returns the directives of a file that was parsed with its comments.
func Directives(file *ast.File) []Directive {
	var list []Directive
	for _, d := range file.Decls {
		gd, ok := d.(*ast.GenDecl)
		if !ok || gd.Tok != token.TYPE {
			continue
		}
		for _, spec := range gd.Specs {
			ts := spec.(*ast.TypeSpec)
			doc := ts.Doc
			if doc == nil && len(gd.Specs) == 1 {
				doc = gd.Doc
			}
			if c := of(ts, doc); len(c.lines) > 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// of takes the lines that are addressed to us.
func of(ts *ast.TypeSpec, doc *ast.CommentGroup) Directive {
	c := Directive{Name: ts.Name}
	if doc == nil {
		return c
	}
	for _, line := range doc.List {
		rest, ok := strings.CutPrefix(line.Text, Prefix)
		if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		if len(c.lines) == 0 {
			c.Pos = line.Pos()
		}
		c.lines = append(c.lines, rest)
	}
	return c
}

// Automaton is the protocol of the type, which is in the package with that path.
func (c Directive) Automaton(pkg string) (*automaton.Automaton, error) {
	list, err := automaton.Parse([]byte("type " + pkg + "." + c.Name.Name + "\n" + strings.Join(c.lines, "\n")))
	if err != nil {
		var e *automaton.Error
		if errors.As(err, &e) {
			return nil, fmt.Errorf("line %d of it: %s", max(e.Line-1, 1), e.Text)
		}
		return nil, err
	}
	if len(list) != 1 {
		return nil, errors.New("it is about more than one type; remove the line that begins with type")
	}
	a := list[0]
	for i, m := range a.Constructors {
		if !strings.Contains(m.Func, ".") {
			a.Constructors[i].Func = pkg + "." + m.Func
		}
	}
	return a, nil
}
