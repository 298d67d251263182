package halves

import (
	"go/ast"
	"reflect"
)

// A copied is a copy of a syntax tree that may be changed. It knows the node for each node of the copy, and has no comments.
type copied struct {
	from map[ast.Node]ast.Node
	to   map[ast.Node]ast.Node
}

// isLeftOut reports whether a copy has no value of a pointer type: comments, and objects and scopes of the parser, which are no nodes.
func isLeftOut(t reflect.Type) bool {
	return t == reflect.TypeFor[*ast.CommentGroup]() || !t.Implements(reflect.TypeFor[ast.Node]())
}

func copyOf[N ast.Node](n N) (N, *copied) {
	c := &copied{map[ast.Node]ast.Node{}, map[ast.Node]ast.Node{}}
	return c.value(reflect.ValueOf(n)).Interface().(N), c
}

func (c *copied) value(v reflect.Value) reflect.Value {
	to := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || isLeftOut(v.Type()) {
			return to
		}
		to.Set(reflect.New(v.Type().Elem()))
		to.Elem().Set(c.value(v.Elem()))
		if n, ok := v.Interface().(ast.Node); ok {
			m := to.Interface().(ast.Node)
			c.from[m], c.to[n] = n, m
		}
	case reflect.Interface:
		if !v.IsNil() {
			to.Set(c.value(v.Elem()))
		}
	case reflect.Slice:
		for i := range v.Len() {
			to = reflect.Append(to, c.value(v.Index(i)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			to.Field(i).Set(c.value(v.Field(i)))
		}
	default:
		to.Set(v)
	}
	return to
}
