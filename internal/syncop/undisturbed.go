package syncop

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// undisturbed reports whether no instruction between two others changes the value in question or lets other functions in.
// Locks are taken to be held by other goroutines that do not change it. The time is linear in the size of the function:
// one search goes backwards from the second instruction, and one forwards from the first.
func undisturbed(from, to ssa.Instruction, changes func(ssa.Instruction) bool) bool {
	s := newStretch(from, to)
	var work []*ssa.BasicBlock
	seen := make([]bool, len(s.comes))
	// keeps looks at a list of the instructions at the end of a block.
	keeps := func(b *ssa.BasicBlock, list []ssa.Instruction) bool {
		part, whole := s.part(list)
		for _, next := range b.Succs {
			if whole && s.comes[next.Index] && !seen[next.Index] {
				seen[next.Index] = true
				work = append(work, next)
			}
		}
		return !s.isDisturbed(part, whole && s.leads(b), changes)
	}
	first := from.Block()
	kept := keeps(first, first.Instrs[slices.Index(first.Instrs, from)+1:])
	for kept && len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		kept = keeps(b, b.Instrs)
	}
	return kept
}

// A stretch has the paths from one instruction of a function to another one, without those that come to the first one again.
type stretch struct {
	from, to ssa.Instruction
	comes    []bool // by block: a path from its start comes to the second instruction, and to the first one not before
}

func newStretch(from, to ssa.Instruction) *stretch {
	s := &stretch{from, to, make([]bool, len(to.Parent().Blocks))}
	b := to.Block()
	if part, _ := s.part(b.Instrs); !slices.Contains(part, to) {
		return s
	}
	s.comes[b.Index] = true
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b, work = work[len(work)-1], work[:len(work)-1]
		for _, p := range b.Preds {
			if s.comes[p.Index] {
				continue
			}
			if _, whole := s.part(p.Instrs); whole {
				s.comes[p.Index] = true
				work = append(work, p)
			}
		}
	}
	return s
}

// part returns the instructions of a list before the first instruction of the stretch, or a call that does not return. It
// reports whether these are all.
func (s *stretch) part(list []ssa.Instruction) (part []ssa.Instruction, whole bool) {
	for i, in := range list {
		if in == s.from || in != s.to && IsNoReturnCall(in) {
			return list[:i], false
		}
	}
	return list, true
}

// leads reports whether control comes from the end of a block to the second instruction.
func (s *stretch) leads(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool { return s.comes[next.Index] })
}

// isDisturbed reports whether a list has an instruction that changes the value in question, and behind which control comes to
// the second instruction. The parameter leads says whether control comes there from the end of the list.
func (s *stretch) isDisturbed(list []ssa.Instruction, leads bool, changes func(ssa.Instruction) bool) bool {
	for _, in := range slices.Backward(list) {
		switch {
		case in == s.to:
			leads = true
		case leads && (changes(in) || letsIn(in)):
			return true
		}
	}
	return false
}

// letsIn reports whether an instruction runs other functions, or waits for other goroutines that may change something.
func letsIn(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call:
		if _, ok := in.Call.Value.(*ssa.Builtin); ok {
			return false
		}
		op, ok := OpOf(&in.Call)
		return !ok || op.Op != trace.OpLock && op.Op != trace.OpRLock
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Send, *ssa.Select, *ssa.RunDefers:
		return true
	}
	return false
}
