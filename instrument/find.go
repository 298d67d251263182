package instrument

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// A use is a call of a method of a condition variable, with what is around it.
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
	exits bool // the loop has no condition; cond is that of an if that leaves it, negated
	expr  *condvar.Expr
	reads []read

	annotated bool // the condition is written in a comment
	gate      *gate
}

var methods = map[string]string{
	"(*sync.Cond).Wait": "wait", "(*sync.Cond).Signal": "signal", "(*sync.Cond).Broadcast": "broadcast",
}

// find looks for all conditions, those of condition variables first, then for
// the writes to what they read, and makes the edits.
func (f *finder) find() {
	f.findTaken()
	var uses []use
	for _, in := range f.files {
		uses = append(uses, in.uses()...)
	}
	seen := map[ast.Stmt]bool{}
	for _, u := range uses {
		g, err := f.guard(u)
		switch {
		case err == errNoCondition && u.isBare():
			f.table.Bare++
			f.markBare(u)
		case err != nil:
			f.table.GivenUp = append(f.table.GivenUp, fmt.Sprintf("%s: the condition of this %s %v", u.in.pkg.Fset.Position(u.call.Pos()), u.op, err))
		case g != nil && !seen[g.stmt]:
			seen[g.stmt] = true
			if g.annotated {
				f.table.Annotated++
			} else {
				f.table.Inferred++
			}
			f.mark(g)
		}
	}
	f.findWritten()
	for _, in := range f.files {
		f.gates(in, seen)
	}
	for _, in := range f.files {
		f.writes(in)
		f.xsync(in)
	}
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
	for i := len(u.path) - 1; i > 0; i-- {
		switch n := u.path[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			if u.op == "wait" {
				return nil, errNoCondition
			}
			return nil, nil
		case *ast.IfStmt:
			if u.path[i+1] != n.Body {
				continue
			}
			return f.translate(&guarded{use: u, stmt: n, cond: n.Cond})
		case *ast.ForStmt:
			if u.op != "wait" {
				return nil, nil
			}
			return f.loop(u, n)
		case *ast.RangeStmt, *ast.CaseClause, *ast.CommClause:
			if u.op == "wait" {
				return nil, errors.New("is that of a range, switch or select")
			}
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

func isList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// loop is "for cond { ... Wait }", or "for { if !cond { leave } ... Wait }".
func (f *finder) loop(u use, loop *ast.ForStmt) (*guarded, error) {
	if jumps(loop.Body) {
		return nil, errors.New("is that of a loop that a goto, a label or a continue leads out of")
	}
	if loop.Cond != nil {
		if leaves := leading(loop.Body, u.call.Pos()); leaves != nil {
			return nil, errors.New("is that of a loop that is left in front of the Wait, too")
		}
		return f.translate(&guarded{use: u, stmt: loop, cond: loop.Cond})
	}
	leave := leading(loop.Body, u.call.Pos())
	if leave == nil || loop.Init != nil || loop.Post != nil {
		return nil, errors.New("is none: the loop is not left in front of the Wait")
	}
	return f.translate(&guarded{use: u, stmt: loop, cond: leave.Cond, exits: true})
}

// leading is the if at the begin of a loop's body that leaves the loop.
func leading(body *ast.BlockStmt, before token.Pos) *ast.IfStmt {
	for _, s := range body.List {
		if s.Pos() >= before {
			return nil
		}
		n, ok := s.(*ast.IfStmt)
		if !ok || n.Init != nil || n.Else != nil || len(n.Body.List) == 0 {
			continue
		}
		switch last := n.Body.List[len(n.Body.List)-1].(type) {
		case *ast.ReturnStmt:
			return n
		case *ast.BranchStmt:
			if last.Tok == token.BREAK {
				return n
			}
		}
	}
	return nil
}

// jumps reports whether control can leave in a way that is not followed.
func jumps(body ast.Node) (yes bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			yes = yes || n.Label != nil || n.Tok == token.GOTO
		case *ast.LabeledStmt:
			yes = true
		}
		return true
	})
	return yes
}

func (f *finder) translate(g *guarded) (*guarded, error) {
	if err := f.understand(g); err != nil {
		return nil, err
	}
	f.observe(g)
	return g, nil
}

// observe makes the writes to what a condition reads visible.
func (f *finder) observe(g *guarded) {
	for _, r := range g.reads {
		f.vars[r.target.key] = r.target
		f.follow(r)
	}
}

// understand makes an expression of a condition.
func (f *finder) understand(g *guarded) error {
	p := &predicate{f: f, in: g.in, info: g.in.pkg.TypesInfo, at: g.stmt.Pos(), unlocked: g.op != "wait"}
	if n, ok := g.stmt.(*ast.IfStmt); ok && n.Init != nil {
		p.at = n.Cond.Pos()
	}
	if n, ok := g.stmt.(*ast.ForStmt); ok && n.Init != nil {
		p.at = n.Cond.Pos()
	}
	cond, err := f.annotation(g, p)
	if err != nil {
		return err
	}
	x, err := p.expr(cond)
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
	if g.exits || g.gate != nil && g.gate.body != nil {
		x = not(x)
	}
	g.expr, g.reads = x, p.reads
	return nil
}

// written is the variable that an expression on the left side names.
func (in *file) written(e ast.Expr) *types.Var {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	v, _ := in.pkg.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// condText is the condition variable of a call as a pointer, where it can be
// named in front of the condition; otherwise "nil".
func (g *guarded) condText(f *finder) string {
	p := &predicate{f: f, in: g.in, info: g.in.pkg.TypesInfo, at: g.stmt.Pos()}
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

// name is how a variable is called in a trace program.
func (r read) name() string {
	if r.target.as == asLen {
		return "len(" + r.text + ")"
	}
	return strings.TrimPrefix(r.text, "&")
}
