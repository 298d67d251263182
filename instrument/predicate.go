package instrument

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/deadlocklint/deadlocklint/condvar"
)

const (
	asBool reading = iota
	asInt
	asLen
	asNil
	asElemBool // an element of a map
	asElemInt
	asAtomicBool // from here on the variable is of package sync/atomic
	asAtomicInt
)

// maxInline is how many calls deep methods are looked into.
const maxInline = 4

// A predicate translates one condition.
type predicate struct {
	f     *finder
	in    *file
	info  *types.Info // of the condition's syntax
	at    token.Pos   // where it is evaluated: its names have to be known there
	reads []read
	depth int

	// A part after && or || is not always evaluated, and a read of a map that
	// another goroutine writes ends the program: so elements are read there only when a lock
	// must be held, as for a Wait.
	unlocked bool
	behind   int
	bind     map[types.Object]string // receivers of the methods it looks into
	locals   *locals                 // of the function around the condition, nil where they do not matter
}

var (
	errEffect   = errors.New("calls a function")
	errNoNumber = errors.New("reads something that is neither a number nor a truth value")
)

// expr translates an expression, or says why not.
func (p *predicate) expr(e ast.Expr) (*condvar.Expr, error) {
	info := p.info
	if v := info.Types[e].Value; v != nil {
		return literal(v)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.expr(e.X)
	case *ast.UnaryExpr:
		if e.Op != token.NOT {
			return nil, fmt.Errorf("uses %s", e.Op)
		}
		x, err := p.expr(e.X)
		return not(x), err
	case *ast.BinaryExpr:
		return p.binary(e)
	case *ast.Ident, *ast.SelectorExpr:
		if value, err := p.copied(e); value != nil || err != nil {
			return p.within(value, err)
		}
		as := kindOf(info.TypeOf(e))
		if as == asNil { // only comparisons with nil ask for that, not those of two pointers
			return nil, errNoNumber
		}
		return p.variable(e, as)
	case *ast.IndexExpr:
		return p.element(e)
	case *ast.CallExpr:
		return p.call(e)
	}
	return nil, errors.New("is no simple expression")
}

// copied is the expression that a local variable stands for.
func (p *predicate) copied(e ast.Expr) (ast.Expr, error) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		return p.locals.of(id)
	}
	return nil, nil
}

// within translates what a local variable stands for.
func (p *predicate) within(value ast.Expr, err error) (*condvar.Expr, error) {
	if err != nil {
		return nil, err
	}
	return p.expr(value) // a definition comes before its use: this ends
}

func literal(v constant.Value) (*condvar.Expr, error) {
	switch v.Kind() {
	case constant.Bool:
		if constant.BoolVal(v) {
			return &condvar.Expr{Op: "const", Val: 1}, nil
		}
		return &condvar.Expr{Op: "const"}, nil
	case constant.Int:
		if n, ok := constant.Int64Val(v); ok {
			return &condvar.Expr{Op: "const", Val: n}, nil
		}
	}
	return nil, errors.New("compares with something that is no number of 64 bits with a sign")
}

func not(x *condvar.Expr) *condvar.Expr {
	if x == nil {
		return nil
	}
	return &condvar.Expr{Op: "!", X: x}
}

func (p *predicate) binary(e *ast.BinaryExpr) (*condvar.Expr, error) {
	switch e.Op {
	case token.LAND, token.LOR, token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.ADD, token.SUB:
	default:
		return nil, fmt.Errorf("uses %s", e.Op)
	}
	info := p.info
	for _, side := range [2][2]ast.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		if info.Types[side[1]].IsNil() {
			on := ast.Unparen(side[0])
			if value, err := p.copied(on); err != nil {
				return nil, err
			} else if value != nil {
				on = ast.Unparen(value)
			}
			x, err := p.variable(on, asNil)
			if e.Op == token.EQL {
				x = not(x)
			}
			return x, err
		}
	}
	if b, ok := info.TypeOf(e).Underlying().(*types.Basic); ok && e.Op == token.SUB && b.Info()&types.IsUnsigned != 0 {
		return nil, errors.New("subtracts numbers that have no sign, which may begin again at the largest one")
	}
	if t := info.TypeOf(e); t != nil && (e.Op == token.ADD || e.Op == token.SUB) && kindOf(t) == asInt && sizes.Sizeof(t.Underlying()) < 4 {
		return nil, errors.New("adds small numbers, which may begin again at the other end")
	}
	x, err := p.expr(e.X)
	if err != nil {
		return nil, err
	}
	if e.Op == token.LAND || e.Op == token.LOR {
		p.behind++
		defer func() { p.behind-- }()
	}
	y, err := p.expr(e.Y)
	return &condvar.Expr{Op: e.Op.String(), X: x, Y: y}, err
}

// sizes are those of the platforms on which programs are recorded.
var sizes = types.SizesFor("gc", "amd64")

// holds reports whether a type of integers has all values of another one. A value of 64 bits without
// a sign is read as far as it fits in 63.
func holds(to, from types.Type) bool {
	unsigned := func(t types.Type) bool {
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsUnsigned != 0
	}
	a, b := sizes.Sizeof(to.Underlying()), sizes.Sizeof(from.Underlying())
	switch {
	case unsigned(to) == unsigned(from):
		return a >= b
	case unsigned(to):
		return false
	}
	return a > b || a == 8
}

// kindOf is how a value of a type is read on its own; asNil for a value that cannot be read so.
func kindOf(t types.Type) reading {
	if b, ok := t.Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsBoolean != 0:
			return asBool
		case b.Info()&types.IsInteger != 0:
			return asInt
		}
	}
	return asNil
}

// variable is a field or variable that is read.
func (p *predicate) variable(e ast.Expr, as reading) (*condvar.Expr, error) {
	info := p.info
	if as == asNil {
		switch info.TypeOf(e).Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Signature, *types.Interface, *types.Chan:
		default:
			return nil, errNoNumber
		}
	}
	obj, text, err := p.path(e)
	if err != nil {
		return nil, err
	}
	return p.reading(p.in.varKey(obj), as, read{text: text, of: obj})
}

// reading adds a variable to those that the condition reads.
func (p *predicate) reading(key string, as reading, r read) (*condvar.Expr, error) {
	t := p.f.vars[key]
	if t == nil {
		t = &target{key, as}
	}
	if t.as != as {
		return nil, fmt.Errorf("reads %s in two ways", r.of.Name())
	}
	for i, other := range p.reads {
		if other.text == r.text {
			return &condvar.Expr{Op: "var", Var: i}, nil
		}
	}
	r.target = t
	p.reads = append(p.reads, r)
	return &condvar.Expr{Op: "var", Var: len(p.reads) - 1}, nil
}

// path writes a chain of fields that can be evaluated again without effect.
func (p *predicate) path(e ast.Expr) (obj *types.Var, text string, err error) {
	info := p.info
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.path(e.X)
	case *ast.StarExpr:
		return nil, "", errors.New("reads through a pointer")
	case *ast.Ident:
		v, ok := info.ObjectOf(e).(*types.Var)
		if !ok {
			return nil, "", errors.New("reads no variable")
		}
		if text, ok := p.bind[v]; ok {
			return v, text, nil
		}
		if p.depth > 0 && v.Parent() != v.Pkg().Scope() || v.Parent() != v.Pkg().Scope() && v.Pos() >= p.at {
			return nil, "", fmt.Errorf("reads %s, which is not known there", e.Name)
		}
		return v, e.Name, nil
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			if _, isPkg := info.ObjectOf(id).(*types.PkgName); isPkg {
				v, ok := info.ObjectOf(e.Sel).(*types.Var)
				if !ok || p.depth > 0 {
					return nil, "", errors.New("reads no variable")
				}
				return v, id.Name + "." + e.Sel.Name, nil
			}
		}
		_, base, err := p.path(e.X)
		if err != nil {
			return nil, "", err
		}
		v, ok := info.ObjectOf(e.Sel).(*types.Var)
		if !ok {
			return nil, "", errors.New("reads no field")
		}
		return v, base + "." + e.Sel.Name, nil
	}
	return nil, "", errors.New("reads through a call, an index or an interface")
}

// call is len, a conversion, or a method that returns an expression.
func (p *predicate) call(e *ast.CallExpr) (*condvar.Expr, error) {
	info := p.info
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && len(e.Args) == 1 {
		if b, ok := info.ObjectOf(id).(*types.Builtin); ok && b.Name() == "len" {
			switch info.TypeOf(e.Args[0]).Underlying().(type) {
			case *types.Slice, *types.Map, *types.Basic:
				return p.variable(ast.Unparen(e.Args[0]), asLen)
			}
			return nil, errors.New("asks for the length of something that changes without a write")
		}
	}
	if tv := info.Types[e.Fun]; tv.IsType() && len(e.Args) == 1 && kindOf(tv.Type) == asInt && kindOf(info.TypeOf(e.Args[0])) == asInt {
		if !holds(tv.Type, info.TypeOf(e.Args[0])) {
			return nil, errors.New("converts a number to a type that cuts it")
		}
		return p.expr(e.Args[0])
	}
	if on, method, as := p.in.atomicCall(e, info); on != nil && method == "Load" {
		return p.variable(on, as)
	}
	return p.inline(e)
}

// inline looks into a method or function of the package without arguments
// whose body is one return.
func (p *predicate) inline(e *ast.CallExpr) (*condvar.Expr, error) {
	if len(e.Args) > 0 || p.depth == maxInline {
		return nil, errEffect
	}
	info := p.info
	var fn *types.Func
	var base ast.Expr
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		fn, _ = info.ObjectOf(fun).(*types.Func)
	case *ast.SelectorExpr:
		fn, _ = info.ObjectOf(fun.Sel).(*types.Func)
		base = fun.X
	}
	decl, in := p.f.declaration(fn, p.in)
	if decl == nil || len(decl.Body.List) != 1 {
		return nil, errEffect
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, errEffect
	}
	inner := &predicate{f: p.f, in: in, info: in.pkg.TypesInfo, at: p.at, reads: p.reads, depth: p.depth + 1, unlocked: p.unlocked, behind: p.behind, bind: map[types.Object]string{}}
	if decl.Recv != nil {
		if base == nil || len(decl.Recv.List[0].Names) != 1 {
			return nil, errEffect
		}
		_, text, err := p.path(ast.Unparen(base))
		if err != nil {
			return nil, err
		}
		inner.bind[in.pkg.TypesInfo.Defs[decl.Recv.List[0].Names[0]]] = text
	}
	x, err := inner.expr(ret.Results[0])
	p.reads = inner.reads
	return x, err
}
