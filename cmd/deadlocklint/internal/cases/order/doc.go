// Package order runs the cases of testdata that are about what orders two
// goroutines, named ordered_by_WHAT: with the order nothing is feasible, and in the
// twin, ordered_by_WHAT_not, the deadlock is. See package cases.
package order
