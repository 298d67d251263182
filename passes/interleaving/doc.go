// Package interleaving reports deadlocks of channels, WaitGroups, Conds and locks that a function makes for itself. It
// searches all orders of the goroutines that the function starts.
//
// # Analyzer interleaving
//
// interleaving: report goroutines that wait for each other, or for nobody, in some order of their steps
//
// placeholder
package interleaving
