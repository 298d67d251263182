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
// # Where to read
//
// Most files hold one rule: what a function can be seen to do, or not to do, by one way of writing. The
// first word of a file's name says where on that way the rule is asked:
//
//   - package: one package from its SSA form to its [Result]; limits, what it may cost.
//   - summary: what is known of a function, and how places are given the names of a caller.
//   - object: which object a place is, who else may know it, and what is stored where.
//   - walk: one function, along its paths: calls, locks, waits, and what is left behind.
//   - ask: what a path or a caller has asked before: conditions, flags, channels seen open.
//   - target: whom an open call may come to, and what is made of it then.
//   - edge: lock order edges, and the goroutines in which they may happen.
//   - fact: what is told to the packages above.
//   - result: what checks work with, and how they report.
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
