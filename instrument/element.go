package instrument

import (
	"errors"
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
