package syncop

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Branch is a test, and the way it has to go.
type Branch struct {
	If    *ssa.If
	Taken bool // the value of the condition
}

// ControlDependence returns the branches that decide whether control comes to a block. The block is
// control dependent on them, directly or over other branches (Ferrante, Ottenstein and Warren,
// 1987). Paths end where the function returns and at the blocks for which ends is true.
func ControlDependence(target *ssa.BasicBlock, ends func(*ssa.BasicBlock) bool) []Branch {
	var list []Branch
	work := []*ssa.BasicBlock{target}
	seen := map[*ssa.BasicBlock]bool{target: true}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		for _, d := range directly(b, ends) {
			list = append(list, d)
			if from := d.If.Block(); !seen[from] {
				seen[from] = true
				work = append(work, from)
			}
		}
	}
	return list
}

func directly(target *ssa.BasicBlock, ends func(*ssa.BasicBlock) bool) []Branch {
	var list []Branch
	for _, b := range target.Parent().Blocks {
		branch, ok := Terminator(b).(*ssa.If)
		if !ok || b == target {
			continue
		}
		yes, no := always(b.Succs[0], target, ends), always(b.Succs[1], target, ends)
		if yes != no {
			list = append(list, Branch{branch, yes})
		}
	}
	return list
}

// always reports whether control that is at the start of a block comes to the
// target before it ends.
func always(from, target *ssa.BasicBlock, ends func(*ssa.BasicBlock) bool) bool {
	found := false
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == target {
			found = true
			continue
		}
		if seen[b] {
			continue
		}
		seen[b] = true
		if len(b.Succs) == 0 || ends(b) || CallsNoReturn(b) {
			return false
		}
		work = append(work, b.Succs...)
	}
	return found
}

// Terminator is the instruction that ends a block.
func Terminator(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

// After visits each instruction that can run after from, once, on every path of control. The
// function visit returns false where the path is not to be followed further.
func After(from ssa.Instruction, visit func(ssa.Instruction) bool) {
	b := from.Block()
	i := slices.Index(b.Instrs, from)
	if !run(b.Instrs[i+1:], visit) {
		return
	}
	seen := make([]bool, len(b.Parent().Blocks))
	work := slices.Clone(b.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[b.Index] {
			seen[b.Index] = true
			if run(b.Instrs, visit) {
				work = append(work, b.Succs...)
			}
		}
	}
}

func run(list []ssa.Instruction, visit func(ssa.Instruction) bool) bool {
	for _, in := range list {
		if !visit(in) || IsNoReturnCall(in) {
			return false
		}
	}
	return true
}

// CallsNoReturn reports whether a block calls something that does not return.
func CallsNoReturn(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, IsNoReturnCall) }

// CanReach reports whether control can go from a to b.
func CanReach(a, b ssa.Instruction) bool {
	found := false
	After(a, func(in ssa.Instruction) bool {
		found = found || in == b
		return !found
	})
	return found
}

// CanReachAvoiding is CanReach when nothing for which stops is true lies on any path
// from a to b. (A loop that waits for others and might be left at once does not
// count as a path around it.)
func CanReachAvoiding(a, b ssa.Instruction, stops func(ssa.Instruction) bool) bool {
	found := CanReach(a, b)
	if !found {
		return false
	}
	After(a, func(in ssa.Instruction) bool {
		if in != b && stops(in) && CanReach(in, b) {
			found = false
		}
		return found && in != b
	})
	return found
}

// Before visits the instructions that can have run before one, backwards. visit
// returns false where the path is not to be followed further. It reports whether
// a path comes from the start of the function.
func Before(from ssa.Instruction, visit func(ssa.Instruction) bool) (entry bool) {
	b := from.Block()
	i := slices.Index(b.Instrs, from)
	seen := make([]bool, len(b.Parent().Blocks))
	var work []*ssa.BasicBlock
	back := func(b *ssa.BasicBlock, list []ssa.Instruction) {
		for i := len(list) - 1; i >= 0; i-- {
			if !visit(list[i]) {
				return
			}
		}
		entry = entry || len(b.Preds) == 0
		work = append(work, b.Preds...)
	}
	back(b, b.Instrs[:i])
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[b.Index] {
			seen[b.Index] = true
			back(b, b.Instrs)
		}
	}
	return entry
}
