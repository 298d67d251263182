package declared

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// prefix starts a comment that is addressed to us.
const prefix = "//deadlocklint:"

// A comment declares something.
type comment struct {
	verb string // order or holds
	text string // the rest
	pos  token.Pos
	fn   *ast.FuncDecl // whose comment it stands in, or nil
	file *ast.File
	r    *lockfacts.Reporter
}

// A lock is a lock that a comment names.
type lock struct {
	name  string // as it is written
	class string
}

// readComments returns the comments of the package, but for those that silence
// something, which package directives looks after.
func readComments(r *lockfacts.Reporter) []comment {
	var list []comment
	for _, file := range r.Pass.Files {
		owner := map[*ast.CommentGroup]*ast.FuncDecl{}
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Doc != nil {
				owner[fd.Doc] = fd
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if n, ok := parse(c.Text); ok {
					n.pos, n.fn, n.file, n.r = c.Pos(), owner[group], file, r
					list = append(list, n)
				}
			}
		}
	}
	return list
}

// parse cuts a comment into its verb and the rest. The text after a second // is
// for the reader.
func parse(text string) (comment, bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return comment{}, false
	}
	rest, _, _ = strings.Cut(rest, "//")
	verb, args, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return comment{verb: verb, text: strings.TrimSpace(args)}, verb != "ignore"
}

// locks resolves the names of a comment.
func (c comment) locks(separator string) ([]lock, error) {
	names := strings.Split(c.text, separator)
	if separator == "<" && len(names) < 2 {
		return nil, errors.New("an order needs two locks: write //deadlocklint:order A.mu < B.mu")
	}
	var list []lock
	for _, name := range names {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("a lock is missing in %q: write names such as T.mu or mu, with %s in between", c.text, separator)
		}
		class, err := scope{c}.class(name)
		if err != nil {
			return nil, err
		}
		list = append(list, lock{name, class})
	}
	return list, nil
}

// holds notes which locks the callers of a function hold.
func (c comment) holds(held map[token.Pos][]lock) error {
	if c.fn == nil {
		return errors.New("deadlocklint:holds belongs into the comment directly above a function")
	}
	if c.text == "" {
		return errors.New("deadlocklint:holds needs a lock: write //deadlocklint:holds mu")
	}
	locks, err := c.locks(",")
	held[c.fn.Name.Pos()] = append(held[c.fn.Name.Pos()], locks...)
	return err
}
