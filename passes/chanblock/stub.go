package chanblock

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// isStub reports whether a function is a literal in a test file that is put into a field or a map: such
// ones stand in for what the tested code may call, and often must not.
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

func (p *program) inTestFile(pos token.Pos) bool {
	return strings.HasSuffix(p.r.Pass.Fset.Position(pos).Filename, "_test.go")
}
