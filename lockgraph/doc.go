// Package lockgraph predicts resource deadlocks from the events of one run
// that did not deadlock.
//
// # How a datum flows
//
//	trace.Event --Builder.Add--> dependencies, critical sections, order   relation.go dependency.go section.go order.go channel.go
//	Builder.Finish ------------> Relation
//	Relation.Analyze ----------> cycles of the relation                   goodlock.go block.go
//	                             each with a Status, a reason, a witness  classify.go judge.go cause.go preserving.go
//	Group, Merge --------------> findings with ids; cycles across runs    group.go merge.go
//
// The clock of each event is computed in order.go: an event joins the clocks of the
// events that happen before it. The clock itself is in clock.go and trie.go.
// group.go makes the id of a finding ([FindingID]).
//
//	concept           type        source
//	lock dependency   Dependency  Joshi, dissertation 2010, Definition 2
//	potential cycle   Candidate   the same, Definitions 3 and 4, Algorithm 1 (iGoodlock) with 4.3.3
//	order             clock       vector clocks as persistent tries, two relations (hard, soft)
//	feasible          Witness     sync-preserving deadlocks: Tunç, Mathur, Pavlogiannis, Viswanathan, PLDI 2023 (SPDOffline)
//
// Input is a stream in the order of Seq. Obj of a lock is the number of an instance and
// not an address, because addresses are reused. Package internal/trace/objects resolves
// them.
//
// The caller makes a lock of a channel that serves as a mutex or semaphore. It replaces
// the send and receive events by OpLock and OpUnlock, and gives the capacity in
// [Options]. It also tells of slots that are given to a new goroutine
// ([Builder.HandOver]).
//
// The package does no input or output, and knows no source positions (see [Info]).
// It calls nothing a deadlock. A candidate is feasible, perhaps on an assumption, or
// infeasible for a reason, or undecided. Every limit is a field of Options and is
// reported in [Result] when reached. It imports internal/trace only.
package lockgraph
