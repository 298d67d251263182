package interleaving

import (
	"fmt"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A value is the knowledge about a value of the program while a function is executed.
type value any

// The kinds of values besides *cell (the address of a variable), *object (a channel) and *record.
type (
	unknown struct {
		id  int
		neg bool // it is the opposite of the truth value
	} // anything; one id is one value
	null  struct{} // nil
	timer struct{} // a channel into which the runtime sends once
	tuple []value  // several results
	konst struct {
		v    constant.Value
		read bool // it was read from a variable that goroutines change
	} // a number, string or truth value
	outcome struct{ ok bool }     // whether a receive got a value, as the run has chosen
	window  struct{ array *cell } // a slice of a whole array
	boxed   struct {              // the value in an interface, which itself is not nil
		v   value
		typ types.Type
	}
	closure struct { // a function with its captured variables
		fn   *ssa.Function
		free []value
	}
)

// An object is an object that goroutines wait for.
type object struct {
	kind    trace.Kind
	room    int64 // of a channel
	name    string
	site    ssa.Value // that made it
	lock    value     // of a Cond, an address
	escaped bool
}

// A cell is a variable, or a part of one.
type cell struct {
	typ     types.Type
	val     value         // of a variable without parts
	parts   map[int]*cell // fields, or elements by constant index
	object  *object       // of a lock, Cond or WaitGroup
	site    ssa.Value     // that made it
	path    string        // below that
	name    string
	stored  map[int64]value // by code, see variable.go
	shared  bool            // a started goroutine can reach it
	escaped bool            // code that is not followed can reach it
}

// A record is a copy of a structure or array.
type record struct{ of *cell }

// syncKinds are the types of package sync that are objects.
var syncKinds = map[string]trace.Kind{
	"Mutex": trace.KindMutex, "RWMutex": trace.KindRWMutex, "WaitGroup": trace.KindWaitGroup, "Cond": trace.KindCond,
}

// syncKind is the kind of the objects that a type of package sync stands for.
func syncKind(t types.Type) (trace.Kind, bool) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync" {
		return 0, false
	}
	k, ok := syncKinds[n.Obj().Name()]
	return k, ok
}

// maxTypeDepth bounds how deep types and values are looked into.
const maxTypeDepth = 5

// synchronises reports whether variables of a type have something in them that goroutines wait for.
func synchronises(t types.Type, depth int) bool {
	if _, ok := syncKind(t); ok {
		return true
	}
	if depth > maxTypeDepth {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Pointer:
		return synchronises(u.Elem(), depth+1)
	case *types.Slice:
		return synchronises(u.Elem(), depth+1)
	case *types.Array:
		return synchronises(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if synchronises(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// part is a field, or an element with a constant index.
func (c *cell) part(i int) *cell {
	if p := c.parts[i]; p != nil {
		return p
	}
	p := &cell{site: c.site, path: fmt.Sprintf("%s.%d", c.path, i), shared: c.shared, escaped: c.escaped, name: c.name}
	switch u := c.typ.Underlying().(type) {
	case *types.Struct:
		p.typ, p.name = u.Field(i).Type(), strings.TrimPrefix(c.name+"."+u.Field(i).Name(), ".")
	case *types.Array:
		p.typ, p.name = u.Elem(), fmt.Sprintf("%s[%d]", c.name, i)
	}
	if c.parts == nil {
		c.parts = map[int]*cell{}
	}
	c.parts[i] = p
	return p
}

// hasParts reports whether a variable is kept in parts.
func (c *cell) hasParts() bool {
	switch c.typ.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// zero is the value that a variable of a type begins with, as far as it is one word.
func zero(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return konst{v: constant.MakeBool(false)}
		case u.Info()&types.IsInteger != 0:
			return konst{v: constant.MakeInt64(0)}
		case u.Info()&types.IsString != 0:
			return konst{v: constant.MakeString("")}
		}
		return unknown{}
	}
	return null{}
}

// objectAt is the object of package sync at an address, or nil.
func objectAt(v value) *object {
	if b, ok := v.(boxed); ok {
		v = b.v // a sync.Locker
	}
	c, ok := v.(*cell)
	if !ok {
		return nil
	}
	kind, ok := syncKind(c.typ)
	if !ok {
		return nil
	}
	if c.object == nil {
		c.object = &object{kind: kind, name: c.name, site: c.site, escaped: c.escaped}
	}
	return c.object
}

// reach calls visit for the variables and channels that a value leads to, each once.
func reach(v value, seen map[any]bool, visit func(any)) {
	switch v := v.(type) {
	case *object:
		if v != nil && !seen[v] {
			seen[v] = true
			visit(v)
			reach(v.lock, seen, visit)
		}
	case *cell:
		if seen[v] {
			return
		}
		seen[v] = true
		visit(v)
		reach(v.val, seen, visit)
		for _, p := range v.parts {
			reach(p, seen, visit)
		}
		if v.object != nil {
			reach(v.object, seen, visit)
		}
	case *record:
		reach(v.of, seen, visit)
	case window:
		reach(v.array, seen, visit)
	case boxed:
		reach(v.v, seen, visit)
	case closure:
		for _, f := range v.free {
			reach(f, seen, visit)
		}
	case tuple:
		for _, f := range v {
			reach(f, seen, visit)
		}
	}
}

// tracked reports whether a value leads to an object.
func tracked(v value) (yes bool) {
	reach(v, map[any]bool{}, func(x any) {
		switch x := x.(type) {
		case *object:
			yes = yes || !x.escaped
		case *cell:
			yes = yes || !x.escaped && synchronises(x.typ, 0)
		}
	})
	return yes
}

// escape notes that code which is not followed knows a value.
func escape(v value) {
	reach(v, map[any]bool{}, func(x any) {
		switch x := x.(type) {
		case *object:
			x.escaped = true
		case *cell:
			x.escaped = true
			if o := objectAt(x); o != nil {
				o.escaped = true
			}
		}
	})
}

// share notes that a goroutine that is started knows a value.
func share(v value) {
	reach(v, map[any]bool{}, func(x any) {
		if c, ok := x.(*cell); ok {
			c.shared = true
		}
	})
}
