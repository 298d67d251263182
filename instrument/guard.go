package instrument

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// A use is a call of a method of a condition variable, with the statement around it.
type use struct {
	in   *file
	call *ast.CallExpr
	op   string     // "wait", "signal" or "broadcast"
	path []ast.Node // from the file to the call
}

// A guarded is a loop or if with its condition, translated.
type guarded struct {
	use
	stmt  ast.Stmt // *ast.ForStmt or *ast.IfStmt
	cond  ast.Expr
	exits bool           // the loop has no condition; cond is that of an if that leaves it, negated
	once  bool           // each evaluation stands for itself, as that of an if: the loop has other ways around the Wait
	shape *shape         // of several decisions, or nil: the condition is evaluated before the first
	begin *ast.BlockStmt // of a loop that has only the condition of a comment, or nil
	expr  *condvar.Expr
	reads []read

	annotated bool // the condition is written in a comment
	gate      *gate
}

var methods = map[string]string{
	"(*sync.Cond).Wait": "wait", "(*sync.Cond).Signal": "signal", "(*sync.Cond).Broadcast": "broadcast",
}

// uses finds the calls of condition variables in a file.
func (in *file) uses() (list []use) {
	var path []ast.Node
	ast.Inspect(in.ast, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
				if fn, ok := in.pkg.TypesInfo.ObjectOf(sel.Sel).(*types.Func); ok && methods[fn.FullName()] != "" {
					list = append(list, use{in, call, methods[fn.FullName()], slices.Clone(path)})
				}
			}
		}
		return true
	})
	return list
}

var errNoCondition = errors.New("is not in this function, or there is none")

// guard finds the condition of a call. Without one it returns nothing; that is
// no reason to give up for a signal.
func (f *finder) guard(u use) (*guarded, error) {
	if !u.isStatement() {
		return nil, nil
	}
	if u.op == "wait" {
		return f.waitGuard(u)
	}
	for i := len(u.path) - 1; i > 0; i-- {
		switch n := u.path[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil, nil
		case *ast.IfStmt:
			if u.path[i+1] != n.Body {
				continue
			}
			return f.translate(&guarded{use: u, stmt: n, cond: n.Cond})
		case *ast.ForStmt, *ast.RangeStmt, *ast.CaseClause, *ast.CommClause:
			return nil, nil
		}
	}
	return nil, nil
}

// isStatement reports whether the call is a statement of its own in a list.
func (u use) isStatement() bool {
	n := len(u.path)
	if n < 3 {
		return false
	}
	if _, ok := u.path[n-2].(*ast.ExprStmt); !ok {
		return false
	}
	return isList(u.path[n-3])
}

// waitGuard finds the condition of a Wait: that of the innermost loop or if around it. Of
// ifs in a loop it is the loop's, when all that leads from its head to the Wait can be
// evaluated at once: an if alone would take what decides before it as recorded.
func (f *finder) waitGuard(u use) (*guarded, error) {
	inSwitch := false
	for i := len(u.path) - 1; i > 0; i-- {
		switch n := u.path[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			if inSwitch {
				return nil, errors.New("is that of a switch that no loop repeats")
			}
			return nil, errNoCondition
		case *ast.CaseClause:
			inSwitch = true
		case *ast.IfStmt:
			if around := u.around(i); around != nil {
				if g, err := f.shaped(u, around); err == nil {
					return g, nil
				}
			}
			return f.shaped(u, n)
		case *ast.ForStmt:
			return f.shaped(u, n)
		case *ast.RangeStmt, *ast.TypeSwitchStmt, *ast.CommClause:
			return nil, errors.New("is that of a range, a switch of types or a select")
		}
	}
	return nil, errNoCondition
}

// around is the loop around a part of the path to a Wait, or the outermost if when there is
// none in the function; nil for neither.
func (u use) around(part int) (stmt ast.Stmt) {
	for i := part - 1; i > 0; i-- {
		switch n := u.path[i].(type) {
		case *ast.ForStmt:
			return n
		case *ast.IfStmt:
			stmt = n
		case *ast.FuncLit, *ast.FuncDecl, *ast.RangeStmt, *ast.TypeSwitchStmt, *ast.CommClause:
			return stmt
		}
	}
	return stmt
}

// shaped makes the condition of a Wait from the control flow of the statement around
// it. A comment says the same in other words, for any control flow.
func (f *finder) shaped(u use, stmt ast.Stmt) (*guarded, error) {
	s, err := f.shapeOf(u, stmt)
	if loop, ok := stmt.(*ast.ForStmt); ok && err != nil && u.in.commentAbove(stmt) != "" {
		return f.translate(&guarded{use: u, stmt: stmt, once: true, shape: &shape{}, begin: loop.Body})
	}
	if err != nil {
		return nil, err
	}
	g := &guarded{use: u, stmt: stmt, cond: s.first.cond, once: !s.again, exits: s.first.no == waits}
	if !s.simple() || g.exits && !isLoop(stmt) {
		g.shape, g.exits = s, false
		if !s.first.beside() {
			return nil, errors.New("begins with a switch that nothing can be put beside")
		}
	}
	return f.translate(g)
}

func isLoop(s ast.Stmt) bool {
	_, ok := s.(*ast.ForStmt)
	return ok
}

func (f *finder) translate(g *guarded) (*guarded, error) {
	if err := f.understand(g); err != nil {
		return nil, err
	}
	f.observe(g)
	return g, nil
}

// observe makes the writes to the variables of a condition visible.
func (f *finder) observe(g *guarded) {
	for _, r := range g.reads {
		f.vars[r.target.key] = r.target
		f.follow(r)
	}
}

// understand makes an expression of a condition.
func (f *finder) understand(g *guarded) error {
	p := &predicate{f: f, in: g.in, info: g.in.pkg.TypesInfo, at: g.place(), unlocked: g.op != "wait"}
	if body := g.function(); body != nil && g.gate == nil {
		p.locals = g.in.localsOf(body, g.stmt)
	}
	x, err := f.expression(g, p)
	if err != nil {
		return err
	}
	for _, r := range p.reads {
		if why := f.unfollowed(r); why != "" {
			return fmt.Errorf("reads %s, %s", r.text, why)
		}
	}
	if len(p.reads) == 0 {
		return errors.New("reads no variable")
	}
	g.expr, g.reads = x, p.reads
	return nil
}

// expression translates the condition of a comment, of several parts, or of one.
func (f *finder) expression(g *guarded, p *predicate) (*condvar.Expr, error) {
	cond, err := f.annotation(g, p)
	if err != nil {
		return nil, err
	}
	if g.shape != nil && !g.annotated {
		return f.parts(g, p)
	}
	x, err := p.expr(cond)
	if g.exits || g.gate != nil && g.gate.body != nil {
		x = not(x)
	}
	return x, err
}

// place is where the condition is evaluated: its variables have to be known there.
func (g *guarded) place() token.Pos {
	if g.begin != nil {
		return g.begin.Lbrace
	}
	switch n := g.stmt.(type) {
	case *ast.IfStmt:
		if n.Init != nil {
			return g.cond.Pos()
		}
	case *ast.ForStmt:
		if n.Init != nil || g.exits || g.shape != nil {
			return g.cond.Pos()
		}
	}
	return g.stmt.Pos()
}

// condText is the condition variable of a call as a pointer, where it can be
// named before the condition; otherwise "nil".
func (g *guarded) condText(f *finder) string {
	p := &predicate{f: f, in: g.in, info: g.in.pkg.TypesInfo, at: g.place()}
	return f.pointerTo(g.in, ast.Unparen(g.call.Fun).(*ast.SelectorExpr), p)
}

// pointerTo writes what a method is called on, as a pointer, or "nil" when it
// cannot be evaluated twice without effect.
func (f *finder) pointerTo(in *file, sel *ast.SelectorExpr, p *predicate) string {
	_, text, err := p.path(ast.Unparen(sel.X))
	if err != nil {
		return "nil"
	}
	t := in.pkg.TypesInfo.TypeOf(sel.X)
	if s := in.pkg.TypesInfo.Selections[sel]; s != nil { // through embedded fields
		for _, i := range s.Index()[:len(s.Index())-1] {
			st, ok := deref(t).Underlying().(*types.Struct)
			if !ok {
				return "nil"
			}
			text, t = text+"."+st.Field(i).Name(), st.Field(i).Type()
		}
	}
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return text
	}
	return "&" + text
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
