// Package racegraph predicts data races from the events of one run.
//
// # How a datum flows
//
//	trace.Event --Builder.Add--> accesses by word, each at a spot of two lock graphs   builder.go word.go
//	Builder.Finish ------------> Result: pairs of places whose accesses race           pair.go lockset.go
//
// Two accesses conflict when two goroutines make them, they share a byte and one is a
// write. Orders are asked about each pair:
//
//	kind       order                                                     source
//	Unordered  happens-before of the recorded run: go, channels, locks   Lamport 1978; Flanagan, Freund: FastTrack, PLDI 2009
//	           and atomics as the run had them
//	Reordered  sync-preserving reorderings: critical sections of a lock  Mathur, Pavlogiannis, Viswanathan: Optimal prediction
//	           keep their order, and may be left out                     of synchronization-preserving races, POPL 2021
//	Unguarded  go, channels, WaitGroups, Once and Cond alone, when no    O'Callahan, Choi: Hybrid dynamic data race
//	           lock is common to both: a candidate                       detection, PPoPP 2003
//
// An Unordered pair was unordered in the run itself. A Reordered pair was ordered there
// by critical sections alone, and a reordering of the run ends before both accesses.
// The reordering is feasible when no control flow depends on memory that was not recorded.
//
// Blocks of one goroutine that another one can come into, and orders that nothing keeps, come of
// the same events:
//
//	blocks of one object    two sections of a lock, two atomic operations, a channel   atomic.go block.go
//	blocks of two objects   the deeds of a call, which conflict with those of another  mixed.go
//	                        one in both directions
//	siblings                goroutines that may do each other's work                   sibling.go
//	orders                  the first write and a read, a read and the last write      order.go
//
// An Unguarded pair is asked for by an option, and no run is known to come to it.
//
// These questions are put to package lockgraph: the closure of deadlocks is that of races.
// Deviations: an access does not name the write that it races with. Some occurrences of
// each place are compared instead. An order that the recorder cannot tell apart is taken to
// hold: a race may be missed, and none is made up.
//
// The package does no input or output, and knows no source positions. It imports
// internal/trace and lockgraph only.
package racegraph
