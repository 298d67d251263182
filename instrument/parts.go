package instrument

import (
	"errors"
	"go/ast"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// reach translates the condition under which the Wait of a shape is reached, over
// the variables at its first decision.
func (p *predicate) reach(d *decision) (*condvar.Expr, error) {
	c, err := p.decide(d)
	if err != nil {
		return nil, err
	}
	yes, no := d.yes, d.no
	switch {
	case yes == waits && no == away:
		return c, nil
	case yes == away && no == waits:
		return not(c), nil
	}
	p.behind++
	defer func() { p.behind-- }()
	if no.ends() {
		x, err := p.reach(yes)
		if no == waits {
			return both("||", not(c), x), err
		}
		return both("&&", c, x), err
	}
	y, err := p.reach(no)
	switch {
	case err != nil || yes == waits:
		return both("||", c, y), err
	case yes == away:
		return both("&&", not(c), y), err
	}
	x, err := p.reach(yes)
	return both("||", both("&&", c, x), both("&&", not(c), y)), err
}

func both(op string, x, y *condvar.Expr) *condvar.Expr { return &condvar.Expr{Op: op, X: x, Y: y} }

// decide translates the condition of one decision.
func (p *predicate) decide(d *decision) (*condvar.Expr, error) {
	x, err := p.expr(d.cond)
	if err != nil || d.tag == nil {
		return x, err
	}
	tag, err := p.expr(d.tag)
	return both("==", tag, x), err
}

// maxParts bounds the decisions of a condition: the ways through them can be many more.
const maxParts = 16

// parts translates a shape of several decisions. They are evaluated at once in front
// of the first one, so nothing may happen between them that changes what they read.
func (f *finder) parts(g *guarded, p *predicate) (*condvar.Expr, error) {
	if n := len(g.shape.between()); n > maxParts {
		return nil, errors.New("is tested in too many parts")
	}
	x, err := p.reach(g.shape.first)
	if err != nil {
		return nil, err
	}
	for _, n := range g.shape.between() {
		if text := p.disturbs(n); text != "" {
			return nil, errBetween(text)
		}
	}
	return x, nil
}

// disturbs is the text of a statement between two parts of a condition, if it may
// change what they read, or let another goroutine do so.
func (p *predicate) disturbs(n ast.Node) string {
	text := func(n ast.Node) string { return oneLine(p.f.text(p.in, n)) }
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Rhs {
			if !p.still(e) {
				return text(n)
			}
		}
		for _, e := range n.Lhs {
			if p.writes(e) {
				return text(n)
			}
		}
	case *ast.IncDecStmt:
		if p.writes(n.X) {
			return text(n)
		}
	case *ast.ValueSpec:
		for _, e := range n.Values {
			if !p.still(e) {
				return text(n)
			}
		}
	case ast.Expr:
		if !p.still(n) {
			return text(n)
		}
	case *ast.EmptyStmt, *ast.DeferStmt:
	default:
		return text(n)
	}
	return ""
}

// writes reports whether an expression on the left side is, or may be, something that
// the condition reads.
func (p *predicate) writes(lhs ast.Expr) bool {
	if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
		lhs = ix.X
	}
	v := p.in.written(lhs)
	if v == nil {
		id, ok := lhs.(*ast.Ident)
		return !ok || id.Name != "_"
	}
	for _, r := range p.reads {
		if p.in.varKey(r.of) == p.in.varKey(v) {
			return true
		}
	}
	return false
}

// still reports whether nothing happens while an expression is evaluated, or what is
// understood: a translation of it has no effect.
func (p *predicate) still(e ast.Expr) bool {
	if quiet(e) {
		return true
	}
	again := &predicate{f: p.f, in: p.in, info: p.info, at: p.at, unlocked: p.unlocked, locals: p.locals}
	_, err := again.expr(e)
	return err == nil
}

func oneLine(s string) string {
	const most = 40
	for i, r := range s {
		if r == '\n' || i > most {
			return s[:i] + "..."
		}
	}
	return s
}
