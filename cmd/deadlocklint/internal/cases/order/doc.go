// Package order runs the cases of testdata about the order of two goroutines, named
// ordered_by_WHAT. With the order no deadlock is feasible. In the twin,
// ordered_by_WHAT_not, the deadlock is feasible. See package cases.
package order
