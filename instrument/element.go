package instrument

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// An element of a map is a variable, too: that of the map and the key which the
// condition has where it is evaluated. It has no address, so package conditions
// names it by those two. Elements of slices are none: append moves them.

// element is an element of a map that is read.
func (p *predicate) element(e *ast.IndexExpr) (*condvar.Expr, error) {
	m, ok := p.info.TypeOf(e.X).Underlying().(*types.Map)
	if !ok {
		return nil, errors.New("reads an element of something else than a map")
	}
	if p.unlocked && p.behind > 0 {
		return nil, errors.New("reads an element of a map that it does not always read")
	}
	var as reading
	switch kindOf(m.Elem()) {
	case asBool:
		as = asElemBool
	case asInt:
		as = asElemInt
	default:
		return nil, errors.New("reads an element that is neither a number nor a truth value")
	}
	obj, text, err := p.path(ast.Unparen(e.X))
	if err != nil {
		return nil, err
	}
	key, err := p.key(e.Index)
	if err != nil {
		return nil, err
	}
	elem, err := elementText(m, text, key)
	if err != nil {
		return nil, err
	}
	return p.reading(elements(p.in.varKey(obj)), as, read{text: text + "[" + key + "]", of: obj, elem: elem})
}

// key is a constant, or a variable.
func (p *predicate) key(e ast.Expr) (string, error) {
	if v := p.info.Types[e].Value; v != nil {
		return v.ExactString(), nil
	}
	_, text, err := p.path(ast.Unparen(e))
	return text, err
}

// elements is the key of the elements of a map.
func elements(varKey string) string { return varKey + "[]" }

// elementText names an element of a map in package conditions.
func elementText(m *types.Map, of, key string) (string, error) {
	b, ok := m.Key().Underlying().(*types.Basic)
	switch {
	case ok && b.Info()&types.IsString != 0:
		return fmt.Sprintf("__dl.ByName(%s, string(%s))", of, key), nil
	case ok && b.Info()&types.IsInteger != 0:
		return fmt.Sprintf("__dl.ByNumber(%s, int64(%s))", of, key), nil
	}
	return "", errors.New("reads an element under a key that is neither a string nor a number")
}

// wroteElement makes a write to an element of a map visible.
func (f *finder) wroteElement(in *file, s ast.Stmt, of, index ast.Expr, grows bool, delta int64) {
	m, ok := in.pkg.TypesInfo.TypeOf(of).Underlying().(*types.Map)
	v := in.written(of)
	if !ok || v == nil {
		return
	}
	t := f.vars[elements(in.varKey(v))]
	if t == nil {
		return
	}
	of, key := ast.Unparen(of), f.text(in, index)
	elem, err := elementText(m, f.text(in, of), key)
	if err != nil {
		return
	}
	f.markWrite(in, s, read{target: t, text: f.text(in, of) + "[" + key + "]", of: v, elem: elem}, grows, delta)
}

// takenElements notes a map of which an element is written that cannot be named
// again, or all at once.
func (f *finder) takenElements(in *file, of, index ast.Expr) {
	v := in.written(of)
	if v == nil {
		return
	}
	switch _, literal := index.(*ast.BasicLit); {
	case index == nil:
		f.taken[elements(in.varKey(v))] = "of a map that is cleared"
	case !literal && !again(index):
		f.taken[elements(in.varKey(v))] = "of a map that is written under a key that cannot be asked for twice"
	}
}

// builtin is the name of the builtin function that is called, or "".
func (in *file) builtin(call *ast.CallExpr) string {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return ""
	}
	b, ok := in.pkg.TypesInfo.ObjectOf(id).(*types.Builtin)
	if !ok {
		return ""
	}
	return b.Name()
}
