package search

import (
	"fmt"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/heap"
)

// A value is a value of Go: a term, and for some kinds more than that.
type value struct {
	term  *heap.Term
	at    *variable     // of a pointer whose target is known
	fn    *ssa.Function // of a function
	free  []value       // of a closure
	dyn   types.Type    // of an interface whose dynamic type is known
	box   *value        // in such an interface
	parts []value       // of a struct or a tuple
}

// A variable is an object and the fields that lead to a part of it. field is the last of them.
type variable struct {
	obj   *heap.Term
	path  string
	field *types.Var
}

// sortOf is the sort of the terms of a type.
func sortOf(t types.Type) heap.Sort {
	b, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
		return heap.Ref
	case b.Info()&types.IsInteger != 0:
		return heap.Int
	case b.Info()&types.IsBoolean != 0:
		return heap.Bool
	case b.Info()&(types.IsString|types.IsFloat|types.IsComplex) != 0:
		return heap.Text
	}
	return heap.Ref
}

// structOf is the struct that values of a type are, or nil.
func structOf(t types.Type) *types.Struct {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return nil
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// fresh is a value of which nothing is known.
func (p *path) fresh(t types.Type, name string) value {
	p.n++
	return p.build(t, func(s heap.Sort, path string) *heap.Term {
		return p.pool.Symbol(s, fmt.Sprintf("%s%s#%d", name, path, p.n))
	}, "")
}

// build makes a value from the terms of its parts.
func (p *path) build(t types.Type, term func(s heap.Sort, path string) *heap.Term, path string) value {
	if tuple, ok := t.(*types.Tuple); ok {
		v := value{parts: []value{}}
		for i := range tuple.Len() {
			v.parts = append(v.parts, p.build(tuple.At(i).Type(), term, fmt.Sprintf("%s,%d", path, i)))
		}
		return v
	}
	if st := structOf(t); st != nil {
		v := value{parts: []value{}}
		for i := range st.NumFields() {
			v.parts = append(v.parts, p.build(st.Field(i).Type(), term, path+"."+st.Field(i).Name()))
		}
		return v
	}
	return value{term: term(sortOf(t), path)}
}

// zero is the zero value of a type.
func (p *path) zero(t types.Type) value {
	return p.build(t, func(s heap.Sort, _ string) *heap.Term { return p.zeroOf(s) }, "")
}

func (p *path) zeroOf(s heap.Sort) *heap.Term {
	switch s {
	case heap.Int:
		return p.pool.Num(0)
	case heap.Bool:
		return p.pool.Truth(false)
	case heap.Text:
		return p.pool.String("")
	}
	return p.pool.Object("")
}

// object is a new object that is no other one.
func (p *path) object(kind string) *heap.Term {
	p.n++
	return p.pool.Object(fmt.Sprintf("%s#%d", kind, p.n))
}

// constant is the value of a constant. Numbers that are no integers are compared as texts.
func (p *path) constant(c *ssa.Const) value {
	if c.Value == nil {
		return p.zero(c.Type())
	}
	switch sortOf(c.Type()) {
	case heap.Int:
		if n, exact := constant.Int64Val(constant.ToInt(c.Value)); exact {
			return value{term: p.pool.Num(n)}
		}
	case heap.Bool:
		return value{term: p.pool.Truth(constant.BoolVal(c.Value))}
	case heap.Text:
		if c.Value.Kind() == constant.String {
			return value{term: p.pool.String(constant.StringVal(c.Value))}
		}
		return value{term: p.pool.String("number " + c.Value.ExactString())}
	}
	return value{term: p.pool.Symbol(sortOf(c.Type()), "constant "+c.Value.ExactString())}
}

// pointer is the address of a variable.
func (p *path) pointer(at variable) value {
	if at.path == "" {
		return value{term: at.obj, at: &at}
	}
	return value{term: p.pool.Apply(heap.Ref, "address "+at.path, at.obj), at: &at}
}

// target is the variable that a pointer points to.
func target(v value) variable {
	if v.at != nil {
		return *v.at
	}
	return variable{obj: v.term}
}

// element is an element of an array, a slice or a map.
func (p *path) element(of *heap.Term, index value) variable {
	return variable{obj: p.pool.Apply(heap.Ref, "element", of, p.termOf(index))}
}

// termOf is the term of a value. That of a struct is a function of the terms of its fields.
func (p *path) termOf(v value) *heap.Term {
	if v.term != nil {
		return v.term
	}
	var terms []*heap.Term
	for _, part := range v.parts {
		terms = append(terms, p.termOf(part))
	}
	return p.pool.Apply(heap.Ref, "struct", terms...)
}
