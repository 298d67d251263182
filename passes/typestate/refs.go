package typestate

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// A ref is how a value leads to an object.
type ref struct {
	obj   *object
	how   kind
	field string // of an owner
}

// A kind is the relation of a value to an object.
type kind uint8

const (
	itself kind = iota
	owner       // the object is a field of it
	holder      // it calls the methods of the object
)

// refs returns the objects that a value leads to. Values are looked through
// conversions, variables and φs.
func (w *walker) refs(s *state, v ssa.Value) []ref {
	v = s.canon(v)
	if o := w.objects[v]; o != nil {
		if call, ok := v.(*ssa.Call); ok { // a buffer has what it writes to
			return append(w.wrapped(s, call), refTo(o))
		}
		return []ref{refTo(o)}
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return w.refs(s, v.X)
	case *ssa.ChangeInterface:
		return w.refs(s, v.X)
	case *ssa.ChangeType:
		return w.refs(s, v.X)
	case *ssa.TypeAssert:
		return w.refs(s, v.X)
	case *ssa.Extract:
		return w.extracted(s, v)
	case *ssa.Call:
		return w.wrapped(s, v)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return w.field(s, fa)
		}
	case *ssa.FieldAddr:
		return w.field(s, v)
	case *ssa.Alloc:
		return w.parts(s, v)
	}
	return nil
}

// extracted is one of several results.
func (w *walker) extracted(s *state, v *ssa.Extract) []ref {
	if v.Index != 0 {
		return nil
	}
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		list := w.wrapped(s, t)
		if o := w.objects[t]; o != nil {
			list = append(list, refTo(o))
		}
		return list
	case *ssa.TypeAssert:
		return w.refs(s, t.X)
	}
	return nil
}

func refTo(o *object) ref {
	if o.field != "" {
		return ref{o, owner, o.field}
	}
	return ref{obj: o}
}

// wrapped is the objects that the results of some functions have in them.
func (w *walker) wrapped(s *state, call *ssa.Call) []ref {
	if does, _ := effectOf(&call.Call); !does.Has(stdlib.Wraps) {
		return nil
	}
	var list []ref
	for _, arg := range call.Call.Args {
		for _, r := range w.refs(s, arg) {
			list = append(list, ref{obj: r.obj, how: holder})
		}
	}
	return list
}

// field is the field that an object is, or an embedded one, whose methods are its own.
func (w *walker) field(s *state, fa *ssa.FieldAddr) []ref {
	f := fieldOf(fa)
	if f == nil {
		return nil
	}
	for _, r := range w.refs(s, fa.X) {
		if r.how == owner && r.field == "."+f.Name() || r.how == itself && f.Embedded() {
			return []ref{{obj: r.obj}}
		}
	}
	return nil
}

// path writes the way from a parameter, captured variable or global to a value
// by fields, or "". Two values with one way are the same as long as no code
// assigns to a field on it.
func (w *walker) path(s *state, v ssa.Value) string {
	switch v := s.canon(v).(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return v.Name()
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if p := w.path(s, v.X); p != "" {
				return "*" + p
			}
		}
	case *ssa.FieldAddr:
		if p := w.path(s, v.X); p != "" {
			return p + "." + fieldName(v)
		}
	case *ssa.MakeInterface:
		return w.path(s, v.X)
	case *ssa.ChangeInterface:
		return w.path(s, v.X)
	}
	return ""
}

func leadsTo(refs []ref, o *object) bool {
	for _, r := range refs {
		if r.obj == o {
			return true
		}
	}
	return false
}
