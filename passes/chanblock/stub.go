package chanblock

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// isStub reports whether a function is a literal in a test file that is put into a field or a map: such
// ones stand in for functions that the tested code may call, and often must not.
func (p *program) isStub(fn *ssa.Function) bool {
	if fn.Parent() == nil || !p.inTestFile(fn.Pos()) {
		return false
	}
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == fn && isPut(mc) {
				return true
			}
		}
	}
	return false
}

// isPut reports whether a value goes into a field, an element or a map.
func isPut(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.ChangeType:
			return isPut(in)
		case *ssa.Store:
			_, variable := in.Addr.(*ssa.Alloc)
			return in.Val == v && !variable
		case *ssa.MapUpdate:
			return in.Value == v
		}
		return false
	})
}

// standsIn reports whether code at a position may stand in for callees of the tested code: it is in a test file,
// and there is something to test, in the package itself, in the package of an external test, or in another one of the module.
func (p *program) standsIn(pos token.Pos) bool { return p.inTestFile(pos) && p.testsSomething() }

func (p *program) testsSomething() bool {
	pass := p.r.Pass
	for _, file := range pass.Files {
		if !p.inTestFile(file.FileStart) && len(file.Decls) > 0 {
			return true
		}
	}
	if strings.HasSuffix(pass.Pkg.Name(), "_test") || pass.Module == nil {
		return true
	}
	return slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool {
		return imp.Path() == pass.Module.Path || strings.HasPrefix(imp.Path(), pass.Module.Path+"/")
	})
}

// mayEnd reports whether a callee of a function may end a test: the function, or the function around it, is
// given the test, or is a method, whose object may have it.
func (p *program) mayEnd(fn *ssa.Function) bool {
	if !p.inTestFile(fn.Pos()) {
		return false
	}
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Signature.Recv() != nil || slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool {
		t := v.Type()
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		named, ok := types.Unalias(t).(*types.Named)
		return !ok || named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing" || types.IsInterface(named)
	})
}

func (p *program) inTestFile(pos token.Pos) bool {
	return strings.HasSuffix(p.r.Pass.Fset.Position(pos).Filename, "_test.go")
}
