package syncop

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// InLoop reports whether a block can be reached from itself.
func InLoop(b *ssa.BasicBlock) bool { return Reaches(b, b) }

// Reaches reports whether control can go from the end of a to the start of b.
func Reaches(a, b *ssa.BasicBlock) bool {
	var seenRoom [16]uint64 // asked often: most functions have fewer than a thousand blocks
	var workRoom [32]*ssa.BasicBlock
	seen, work := seenRoom[:], append(workRoom[:0], a.Succs...)
	if n := len(a.Parent().Blocks); n > 64*len(seen) {
		seen = make([]uint64, n/64+1)
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if word, bit := x.Index/64, uint64(1)<<(x.Index%64); seen[word]&bit == 0 {
			seen[word] |= bit
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
