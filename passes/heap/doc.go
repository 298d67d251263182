// Package heap has the values of a path that is executed symbolically, and decides what the path knows of them.
//
// A [Term] is a value: a constant, a symbol that stands for an unknown, a sum, a comparison, or the result of a function of which only the
// arguments are known. A [Pool] interns terms in a normal form, so that terms which are always equal by the rules of the form are one pointer.
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
