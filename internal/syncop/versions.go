package syncop

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The versions of a thing number its values in a function, as SSA form numbers those of a variable (Cytron et al., TOPLAS
// 1991). A version begins after an instruction that may change the thing or lets other functions in. It also begins
// where paths with two versions meet. Nothing lies between two instructions with one version, of which the first dominates the
// second: each path from the first to the second that does not come to the first again keeps the value.
//
// Paths end at calls that do not return. Time and space are linear in the size of the function. The program is taken to be free
// of data races: other goroutines change the thing only while the function waits, or after an unlock.
type versions struct {
	ways   *ways
	begins [][]int   // by block: the positions of the instructions that begin a version, in order
	starts []version // by block: the version at its start
}

// A version is where it begins: after an instruction, or at the start of a block when position is -1.
type version struct {
	block, position int
}

// newVersions takes the instructions that may change the thing.
func newVersions(w *ways, list []ssa.Instruction) *versions {
	v := &versions{ways: w, begins: make([][]int, len(w.blocks)), starts: make([]version, len(w.blocks))}
	for _, part := range [][]ssa.Instruction{list, w.lets} {
		for _, in := range part {
			if b, position := in.Block().Index, w.positions.of(in); position < w.length[b] && w.live[b] {
				v.begins[b] = append(v.begins[b], position)
			}
		}
	}
	var blocks []*ssa.BasicBlock
	for i, positions := range v.begins {
		if len(positions) > 0 {
			slices.Sort(positions)
			blocks = append(blocks, w.blocks[i])
		}
	}
	v.number(w.meetings(blocks))
	return v
}

// number hands the versions down the dominator tree. The parameter meets tells where a block begins a version.
func (v *versions) number(meets []bool) {
	var work []*ssa.BasicBlock
	for _, b := range v.ways.blocks {
		if b.Idom() == nil {
			v.starts[b.Index] = version{b.Index, -1}
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = append(work[:len(work)-1], b.Dominees()...)
		end := v.starts[b.Index]
		if positions := v.begins[b.Index]; len(positions) > 0 {
			end = version{b.Index, positions[len(positions)-1]}
		}
		for _, d := range b.Dominees() {
			if v.starts[d.Index] = end; meets[d.Index] {
				v.starts[d.Index] = version{d.Index, -1}
			}
		}
	}
}

// at returns the version before an instruction. It is false where control does not come to the instruction.
func (v *versions) at(in ssa.Instruction) (version, bool) {
	b, position := in.Block().Index, v.ways.positions.of(in)
	if !v.ways.live[b] || position > v.ways.length[b] {
		return version{}, false
	}
	i, _ := slices.BinarySearch(v.begins[b], position)
	if i == 0 {
		return v.starts[b], true
	}
	return version{b, v.begins[b][i-1]}, true
}

// begun returns the instruction that a version begins after, or nil.
func (v *versions) begun(at version) ssa.Instruction {
	if at.position < 0 {
		return nil
	}
	return v.ways.blocks[at.block].Instrs[at.position]
}
