// Package lockfacts finds out, once for all checks, what every function does
// to locks, channels, WaitGroups and Conds. It reports nothing.
//
// # Analyzer lockfacts
//
// lockfacts: summaries of what functions lock, wait for and call back
//
// # How a datum flows
//
// A package in scope is brought into SSA form (package load) and its functions
// are walked, callees first ([Func]). A walk keeps apart the paths that differ
// in what they hold, defer or know about a flag, so that correlated conditions,
// conditional defers and TryLock need no special case. A call performs the
// [Summary] of its target: each [Event] says what is locked or waited for, what
// the function itself holds then (the critical pairs of Infer's starvation
// checker), which locks of the caller it has released meanwhile, and under
// which flags; each [Outcome] says what is held, released and returned at the
// end. Places are re-rooted below the arguments, so that a lock keeps its
// identity through wrappers and parameters.
//
// Calls through interfaces and function values stay open as [Dyn] until
// somebody sees the target: the caller that passes it, or the first package
// that knows both the call with locks held and the type converted to the
// interface or the function stored in the field.
//
// What is known then becomes [Edge]: one lock acquired while another is held,
// with the gates (further locks held) and the goroutines it may happen in.
//
// # The fact
//
// The go command hands a package only the facts of its direct imports, so a
// package's [Fact] contains those of its dependencies as well: a layer for each, what that package adds.
// A package reads each layer once, and the functions of those alone that it comes to; it writes its own, and hands on
// the others as they are. Layers are written by package compact and compressed,
// the same bytes for the same input: anything else would defeat the cache of go vet.
//
// # Limits
//
// Functions are told apart by name, interface calls by method set. Unsafe and assembly are not seen;
// reflection is where a value is written as text. A function with more than maxSteps steps
// is marked as not precise, and checks that speak about all paths leave it out.
package lockfacts
