package lockfacts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// maxStay is through how many values we follow an object in one function.
const maxStay = 16

// staysIn reports whether a value of a function, by the name of its register, is not
// seen to go where fields of other objects could hold it: it is neither returned nor
// stored nor sent. Its use in a called function or a literal
// is not asked.
func staysIn(fn *ssa.Function, register string) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && v.Name() == register {
				return stays(v, map[ssa.Value]bool{})
			}
		}
	}
	return false
}

func stays(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	if seen[v] = true; len(seen) > maxStay || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if !staysBehind(r, v, seen) {
			return false
		}
	}
	return true
}

// staysBehind does so for one use of a value.
func staysBehind(r ssa.Instruction, v ssa.Value, seen map[ssa.Value]bool) bool {
	switch r := r.(type) {
	case *ssa.Return, *ssa.Send, *ssa.MapUpdate:
		return false
	case *ssa.Store:
		if r.Val != v {
			return true
		}
		cell, ok := r.Addr.(*ssa.Alloc)
		return ok && stays(cell, seen)
	case *ssa.UnOp:
		if _, ok := v.(*ssa.Alloc); ok && r.Op == token.MUL && pointsToStruct(r.Type()) { // a variable that holds it
			return stays(r, seen)
		}
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi:
		return stays(r.(ssa.Value), seen)
	}
	return true
}

// variableHolder is the name of a variable of a function as the holder of an object.
func variableHolder(fn *ssa.Function, p syncop.AccessPath) string {
	return "in " + syncop.Key(fn) + " " + p.Root
}
