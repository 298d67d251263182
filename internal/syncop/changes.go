package syncop

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A changes is the instructions of a function that may give one thing another value: a field, or an element of a type. Questions
// about it are answered from sets that are made once, each in time linear in the size of the function: functions that a
// generator wrote have tens of thousands of lines, and as many questions.
type changes struct {
	list      []ssa.Instruction
	positions *positions
	behind    *behind   // nil until it is asked for
	versions  *versions // nil until it is asked for
	reads     map[string]map[version][]ssa.Instruction
}

// mayPrecede reports whether control may come to an instruction from one of the changes.
func (c *changes) mayPrecede(at ssa.Instruction) bool {
	if c.behind == nil {
		c.behind = newBehind(c.list, c.positions)
	}
	return c.behind.has(at)
}

// A behind is the positions of a function to which control may come from some instructions.
type behind struct {
	starts    []bool                  // by block: control may come to its start
	first     map[*ssa.BasicBlock]int // the position of the first of the instructions in a block
	positions *positions
}

func newBehind(list []ssa.Instruction, positions *positions) *behind {
	s := &behind{first: map[*ssa.BasicBlock]int{}, positions: positions}
	if len(list) == 0 {
		return s
	}
	var work []*ssa.BasicBlock
	for _, in := range list {
		b, position := in.Block(), positions.of(in)
		if first, ok := s.first[b]; !ok || position < first {
			s.first[b] = position
			work = append(work, b)
		}
	}
	s.starts = make([]bool, len(list[0].Parent().Blocks))
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range b.Succs {
			if !s.starts[next.Index] {
				s.starts[next.Index] = true
				work = append(work, next)
			}
		}
	}
	return s
}

func (s *behind) has(at ssa.Instruction) bool {
	b := at.Block()
	if s.starts == nil {
		return false
	}
	if s.starts[b.Index] {
		return true
	}
	first, ok := s.first[b]
	return ok && first < s.positions.of(at)
}

// positions knows where in their blocks instructions are.
type positions struct {
	long map[*ssa.BasicBlock]map[ssa.Instruction]int
}

// fewInstructions is how many instructions of a block are looked through for one of them.
const fewInstructions = 64

// of returns the position of an instruction in its block.
func (p *positions) of(in ssa.Instruction) int {
	b := in.Block()
	if len(b.Instrs) <= fewInstructions {
		return slices.Index(b.Instrs, in)
	}
	if p.long[b] == nil {
		if p.long == nil {
			p.long = map[*ssa.BasicBlock]map[ssa.Instruction]int{}
		}
		p.long[b] = make(map[ssa.Instruction]int, len(b.Instrs))
		for i, in := range b.Instrs {
			p.long[b][in] = i
		}
	}
	return p.long[b][in]
}
