// Package condvar predicts the deadlocks that condition variables, channels,
// WaitGroups and locks can form together, from one execution that did not
// block: CheckMate (thesis, chapter 5) for Go.
//
// # How a datum flows
//
// [Build] turns the recorded events of a process, and a table of the
// conditions that package instrument found in the source, into trace programs
// (Algorithms 2 and 3): one [Thread] for each goroutine, made of the
// synchronisation statements it executed, each with the place it came from.
// [Reduce] drops what cannot take part in a deadlock. [Program.Check] searches
// the interleavings of a trace program and returns its deadlocks, grouped by
// the statements at which goroutines are blocked (5.3.3), each with an order of
// statements that leads there. [Deadlock.Kind] names it. [WriteGo] and
// [WritePromela] write a trace program for people and for SPIN.
//
// # What is refused
//
// A trace program is an approximation: control flow is the recorded one but
// for the conditions of the table and the alternatives of a select that the
// goroutine took when it came there again. So nothing here is called a deadlock of the
// original; that is for a run to show (package confirm). A state in which a
// goroutine stands where the original would have gone another way (a TryLock,
// a select with a default, a receive that finds the channel closed) says
// nothing about the original, and is passed over. The package reads no source,
// runs nothing and does no input or output but to a writer it is given.
package condvar
