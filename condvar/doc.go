// Package condvar predicts the deadlocks that condition variables, channels,
// WaitGroups and locks can form together. It needs one execution that did not block.
// It is CheckMate (thesis, chapter 5) for Go.
//
// # How a datum flows
//
// [Build] turns the recorded events of a process into trace programs (Algorithms 2
// and 3). A table has the conditions that package instrument found in the source. A
// trace program has one [Thread] for each goroutine, made of its synchronisation
// statements, each with its place. [Reduce] drops what cannot take part in a
// deadlock. [Program.Check] searches the interleavings of a trace program and
// returns its deadlocks. They are grouped by the statements at which goroutines are
// blocked (5.3.3). Each has an order of statements that leads there. [Deadlock.Kind]
// names it. [WriteGo] and [WritePromela] write a trace program for people and for
// SPIN.
//
// # Limits
//
// A trace program is an approximation. Its control flow is that of the recording.
// Exceptions are the conditions of the table, and other cases of a select that the
// goroutine took later at the same place. So nothing here is called a deadlock of the
// original; a run has to show that (package confirm).
//
// In some states a goroutine stands where the original would have gone another way. A
// TryLock, a select with a default, and a receive from a closed channel lead to such
// states. Such a state says nothing about the original, and is passed over.
//
// The package reads no source, runs nothing, and writes only to a writer that it is
// given.
package condvar
