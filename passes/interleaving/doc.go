// Package interleaving reports deadlocks of channels, WaitGroups, Conds and locks that a function makes for itself. It
// looks at every order in which the steps of its goroutines can come.
//
// # How a datum flows
//
// A run executes a function in SSA form on one path, and then each goroutine that the path starts. Values are known as far
// as the function shows them: constants, variables, fields, closures, channels, locks. A tree has the choices of all paths.
// Each leaf becomes a trace program of package condvar, which searches the interleavings. A deadlock is a finding
// when it comes in every way of each branch on an unknown condition. Else it is possible.
//
// An object that leaves the followed code is left out: a result, a global variable, an argument of a function of another
// package. doc/design/029-interleavings.md has the algorithm, its bounds and its limits.
//
// # Analyzer interleaving
//
// interleaving: report goroutines that wait for ever in some order of the steps of a function and its goroutines
//
// A function makes channels, WaitGroups, Conds or locks, and starts goroutines that use them. In some order of the steps,
// goroutines wait for each other, or for no goroutine:
//
//	func ask() (int, error) {
//		answer := make(chan int)
//		go func() { answer <- compute() }() // wrong: no goroutine receives when the time is over first
//		select {
//		case n := <-answer:
//			return n, nil
//		case <-time.After(time.Second):
//			return 0, errLate
//		}
//	}
//
// Here a channel with room for the answer repairs it:
//
//	answer := make(chan int, 1) // right
//
// The report names each goroutine that waits, and the steps of all goroutines in the order that leads there. The same
// analysis finds waits in a circle over locks, channels and WaitGroups. It finds a WaitGroup that is never done, a Cond
// without a later signal, and a range over a channel that no goroutine closes.
//
// A finding does not depend on a condition of which nothing is known: it comes whichever way such a branch goes. A call of
// another package may fail, and a context of the caller may end: the goroutine may wait for ever because of that. A deadlock
// that depends on one is possible, and so is a deadlock after the third turn of a loop or the fifth goroutine. Only
// deadlocklint check -show-possible shows these, and they change no exit status.
//
// Functions of other packages are taken to return. Objects that they are given, that a function returns or that a global
// variable keeps are not looked at.
//
// This check is off by default: it is compared with chanblock, waitgroup and lockheld, which have the same bugs as
// patterns. Switch it on with -enable interleaving.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore interleaving the goroutine is meant to stay
package interleaving
