package mhp

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// comes reports whether control can go from a to b within one activation. Calls
// that perhaps do not return count as returning.
func comes(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() && index(a) < index(b) {
		return true
	}
	return syncop.Reaches(a.Block(), b.Block())
}

func index(in ssa.Instruction) int { return slices.Index(in.Block().Instrs, in) }

// comesWithout is comes on a path without an instruction for which stops is true.
func comesWithout(a, b ssa.Instruction, stops func(ssa.Instruction) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{}
	run := func(list []ssa.Instruction, succs []*ssa.BasicBlock) bool {
		for _, in := range list {
			if in == b {
				return true
			}
			if stops(in) {
				return false
			}
		}
		work = append(work, succs...)
		return false
	}
	if run(a.Block().Instrs[index(a)+1:], a.Block().Succs) {
		return true
	}
	for len(work) > 0 {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[blk] {
			seen[blk] = true
			if run(blk.Instrs, blk.Succs) {
				return true
			}
		}
	}
	return false
}
