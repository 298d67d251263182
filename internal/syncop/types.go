package syncop

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// typeSegment writes a type as an element of AccessPath.Types.
func typeSegment(t types.Type) string {
	name := typeName(t)
	if name == "" {
		return ""
	}
	n := types.Unalias(t).(*types.Named)
	switch {
	case n.Obj().Pkg().Path() == "sync":
		if name == "sync.Once" {
			return form.Wrapper + name
		}
	case isThinWrapper(n, 0):
		return form.Wrapper + name
	case IsLockType(n):
		return "^" + name
	}
	return name
}

// typeName is the name of a named type with the path of its package, or "".
func typeName(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	obj := n.Origin().Obj()
	if obj.Pkg() == nil {
		return ""
	}
	return PackagePath(obj.Pkg()) + "." + obj.Name()
}

// PackagePath is the import path of a package, without what the go command
// adds to the path of a package recompiled for a test.
func PackagePath(p *types.Package) string {
	path, _, _ := strings.Cut(p.Path(), " ")
	return path
}

// isThinWrapper reports whether the only field of any size is a lock or a
// wrapper of one. It is the rule of package objects on the dynamic side.
func isThinWrapper(t types.Type, depth int) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || depth > 8 {
		return false
	}
	var only types.Type
	for i := range st.NumFields() {
		f := st.Field(i).Type()
		if isEmpty(f) {
			continue
		}
		if only != nil {
			return false
		}
		only = f
	}
	if only == nil {
		return false
	}
	return isSyncLock(only) || isThinWrapper(only, depth+1)
}

func isEmpty(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if !isEmpty(u.Field(i).Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		return u.Len() == 0
	}
	return false
}

// isSyncLock reports whether t is an object of package sync that goroutines block on.
func isSyncLock(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync" {
		return false
	}
	switch n.Obj().Name() {
	case "Mutex", "RWMutex", "Cond", "WaitGroup", "Once":
		return true
	}
	return false
}

// IsLockType reports whether the program declares methods Lock and Unlock for
// the type itself, as opposed to methods promoted from an embedded lock.
func IsLockType(n *types.Named) bool {
	found := 0
	origin := n.Origin()
	for i := range origin.NumMethods() {
		if isPlainMethod(origin.Method(i), "Lock") || isPlainMethod(origin.Method(i), "Unlock") {
			found++
		}
	}
	return found == 2
}

func isPlainMethod(m *types.Func, name string) bool {
	s := m.Signature()
	return m.Name() == name && s.Params().Len() == 0 && s.Results().Len() == 0
}

// isLocker reports whether t is an interface with the methods of sync.Locker.
func isLocker(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	found := 0
	for i := range it.NumMethods() {
		if isPlainMethod(it.Method(i), "Lock") || isPlainMethod(it.Method(i), "Unlock") {
			found++
		}
	}
	return found == 2
}

// isLockLike reports whether a pointer to t is named by the field that holds
// it, not by t: locks, channels, and types without a name. A pointer to a
// wrapper of a lock points to an object of its own, which its type names.
func isLockLike(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return !ok || isSyncLock(n) || IsLockType(n) || isLocker(n)
}

// Elem returns what a pointer type points to, or t itself.
func Elem(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// IsContext reports whether a type is context.Context.
func IsContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// IsNil reports whether a value is the constant nil.
func IsNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}
