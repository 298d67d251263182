package instrument

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// annotationPrefix begins a comment right above a loop or if, which says in
// other words what its condition is: an expression that can be understood, over
// variables that can be seen from there.
//
//	//deadlocklint:condition len(q.jobs) == 0
//	for q.nothingToDo() {
//		q.some.Wait()
//	}
//
// It is the ConditionAnnotation of figure 5.8 and costs a normal build nothing.
const annotationPrefix = "//deadlocklint:condition "

// annotation returns the condition that is to be translated: that of a comment,
// else the one in the source. A comment's syntax has types of its own.
func (f *finder) annotation(g *guarded, p *predicate) (ast.Expr, error) {
	text := g.in.commentAbove(g.stmt)
	if text == "" {
		return g.cond, nil
	}
	x, err := parser.ParseExpr(text)
	if err != nil {
		return nil, fmt.Errorf("is annotated with a text that is no expression (%v)", err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	at := g.stmt.Pos()
	if err := types.CheckExpr(g.in.pkg.Fset, g.in.pkg.Types, at, x, info); err != nil {
		return nil, fmt.Errorf("is annotated with an expression that does not compile there (%v)", err)
	}
	if g.exits {
		x = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: x}}
	}
	p.info, g.annotated = info, true
	return x, nil
}

// commentAbove is the annotation on the line above a statement, or "".
func (in *file) commentAbove(s ast.Stmt) string {
	line := in.pkg.Fset.Position(s.Pos()).Line
	for _, group := range in.ast.Comments {
		for _, c := range group.List {
			text, ok := strings.CutPrefix(c.Text, annotationPrefix)
			if ok && in.pkg.Fset.Position(c.Pos()).Line == line-1 {
				return strings.TrimSpace(text)
			}
		}
	}
	return ""
}
