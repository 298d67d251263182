package mhp

import "golang.org/x/tools/go/ssa"

// A pair is two operations of different goroutines, and the locks they hold.
type pair struct {
	a, b       ssa.Instruction
	holdsA     []ssa.Instruction
	holdsB     []ssa.Instruction
	neighbours bool // each waits for a lock that the other holds
}

func (c pair) swapped() pair {
	return pair{c.b, c.a, c.holdsB, c.holdsA, c.neighbours}
}
