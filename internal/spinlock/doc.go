// Package spinlock finds locks that are made of atomics alone in the source of
// a package: nothing of them is an operation of package sync, so that no
// recording and no graph of locks has them. Who reports a program's locks says
// with it what is not among them.
//
// # How a datum flows
//
//	files ──parse──▶ loops ──▶ their ways out ──▶ all behind an operation that takes ──▶ Lock
//
// An operation of package sync/atomic, or of its types, takes
//
//   - when it is a CompareAndSwap of a constant that succeeds, or a Swap of a
//     constant that finds another one: test and set;
//   - when it is a CompareAndSwap that succeeds, of a value that was compared
//     with something before, with a sum, difference or mask of it: a count, as
//     locks for readers and semaphores are;
//   - when it is a Load that is the number that Add has drawn: a ticket;
//   - when it is a Load of a node that Swap has put in place or found: a queue
//     (MCS, CLH).
//
// Something in the package has to write the same variable or field outside of
// the function, as an unlock does. A loop that can be left in another way (a
// deadline, a number of tries, a value that is too large) is none: who gives up
// is not deadlocked.
//
// The package does not type-check: variables are the same when their last name
// is, and constants are literals and names that the package declares so. What
// waits in a function of its own, in assembler or behind an interface is not
// found.
package spinlock
