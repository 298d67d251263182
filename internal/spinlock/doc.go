// Package spinlock finds locks that are made of atomics alone in the source of a
// package. They have no operation of package sync, so no recording and no graph of
// locks has them. A report uses the package to name the locks that it lacks.
//
// # How a datum flows
//
//	files ──parse──▶ loops ──▶ their ways out ──▶ all after an operation that takes ──▶ Lock
//
// An operation of package sync/atomic, or of its types, takes
//
//   - when it is a CompareAndSwap of a constant that succeeds, or a Swap of a
//     constant that finds another one: test and set;
//   - when it is a successful CompareAndSwap that counts. Its old value was compared
//     before, and its new value is a sum, difference or mask of it. Locks for readers
//     and semaphores count so;
//   - when it is a Load that is the number that Add has drawn: a ticket;
//   - when it is a Load of a node that Swap has put in place or found: a queue
//     (MCS, CLH).
//
// Something in the package has to write the same variable or field outside of the
// function, as an unlock does. A loop with another way out is no lock: a goroutine that
// gives up is not deadlocked. Such ways out are a deadline, a number of tries, or a
// value that is too large.
//
// The package does not type-check: variables are the same when their last name is,
// and constants are literals and names that the package declares so. Waits in a
// function of their own, in assembler or behind an interface are not found.
package spinlock
