package syncop

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// InLoop reports whether a block can be reached from itself.
func InLoop(b *ssa.BasicBlock) bool { return Reaches(b, b) }

// Reaches reports whether control can go from the end of a to the start of b.
func Reaches(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock{}, a.Succs...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return false
}

// Dominates reports whether control comes to an instruction only by another one, which is not
// that instruction.
func Dominates(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
	}
	return a.Block().Dominates(b.Block())
}
