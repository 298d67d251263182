// Package heap has the values of a path that is executed symbolically, and a solver for the conditions of the path.
//
// A [Term] is a value: a constant, an unknown, a sum, a comparison, or the result of a function. Of such a function only the
// arguments are known. A [Pool] interns terms in a normal form, so that equal terms are one pointer.
//
// A [Solver] has the literals of a path, which are terms of sort [Bool]. [Solver.Assume] adds one, and tells when the path cannot
// go on. [Solver.Ask] answers with three words: yes, no, and open. [Solver.Fork] is for the two ways of a branch. Two sides of a deadlock
// are one solver with the literals of both.
//
// Integers are those of mathematics: nothing wraps around. So an answer about a program whose integers overflow may be wrong. Strings
// and references are only equal or not.
//
// The package executes no code, and knows no package of Go. Nothing in it is a guess: yes and no hold for all values of the symbols.
package heap
