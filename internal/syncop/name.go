package syncop

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Key names a function in facts. All instances of a generic function have one name. A package may declare several functions
// init, and no call names them. SSA form numbers them, which keeps their literals apart.
func Key(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil && !strings.HasPrefix(fn.Name(), "init#") {
		return ObjectKey(obj)
	}
	if p := fn.Parent(); p != nil {
		return Key(p) + "$" + literalNumber(fn)
	}
	return fn.String()
}

// ObjectKey is the Key of a declared function.
func ObjectKey(obj *types.Func) string { return obj.Origin().FullName() }

// objectName is the name of a declared function, without package and type, or "".
func objectName(fn *ssa.Function) string {
	if obj := fn.Object(); obj != nil {
		return obj.Name()
	}
	return ""
}

// literalNumber is the position of a function literal in its parent.
func literalNumber(fn *ssa.Function) string {
	name := fn.Name()
	return name[strings.LastIndexByte(name, '$')+1:]
}

// RuntimeName writes a function as Go's runtime does in a stack, with the
// import path also for package main.
func RuntimeName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		if p.Parent() != nil {
			return RuntimeName(p) + "." + literalNumber(fn)
		}
		return RuntimeName(p) + ".func" + literalNumber(fn)
	}
	pkg := ""
	if fn.Pkg != nil {
		pkg = PackagePath(fn.Pkg.Pkg)
	} else if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		pkg = PackagePath(obj.Pkg())
	}
	name := fn.Name()
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "init#")); err == nil {
		name = "init." + strconv.Itoa(n-1) // SSA form counts them from 1
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		if fn.TypeParams().Len() > 0 {
			name += "[...]"
		}
		return pkg + "." + name
	}
	star := types.Unalias(recv.Type())
	elem := Elem(star)
	t := "?"
	if n, ok := types.Unalias(elem).(*types.Named); ok {
		t = n.Obj().Name()
		if n.TypeParams().Len() > 0 {
			t += "[...]"
		}
	}
	if _, ok := star.(*types.Pointer); ok {
		return pkg + ".(*" + t + ")." + name
	}
	return pkg + "." + t + "." + name
}

// IsLockMethod reports whether a function is a lock method of the program that only
// passes the operation on. Its caller is then the place of the operation.
func IsLockMethod(runtimeName string) bool {
	base := runtimeName[strings.LastIndexByte(runtimeName, '/')+1:]
	if strings.Count(base, ".") < 2 {
		return false
	}
	switch base[strings.LastIndexByte(base, '.')+1:] {
	case "Lock", "RLock", "TryLock", "TryRLock":
		return true
	}
	return false
}
