// Package lockfacts finds out, once for all checks, what every function does
// to locks, channels, WaitGroups and Conds. It reports nothing.
//
// # Analyzer lockfacts
//
// lockfacts: summaries of the locks, waits and callbacks of functions
//
// # How a datum flows
//
// Package load brings a package in scope into SSA form. Its functions are walked,
// callees first ([Func]). A walk keeps paths apart that differ in their locks, deferred
// calls or flags. So correlated conditions, conditional defers and TryLock need no
// special case.
//
// A call performs the [Summary] of its target. Each [Event] is an acquisition or a wait.
// It has the locks that the function itself holds then (the critical pairs of Infer's
// starvation checker). It also has the released locks of the caller, and the flags. Each
// [Outcome] has the locks held and released at the end, and the results. Access paths are
// re-rooted below the arguments, so a lock keeps its identity through wrappers and
// parameters.
//
// Calls through interfaces and function values stay unresolved as [DynamicCall] until a package
// sees the target. That is the caller that passes it, or a package that knows both sides.
// One side is the call with locks held. The other is the type converted to the interface,
// or the function stored in the field.
//
// All this becomes [Edge]: one lock acquired while another is held, with the gates
// (further locks held) and the goroutines that may do it.
//
// # Where to read
//
// Most files hold one rule: the effect of a function that one form of source code shows.
// The first word of a file's name is the stage at which the rule is asked:
//
//   - package: one package from its SSA form to its [Result]; limits and costs.
//   - summary: the knowledge about a function, and its access paths under the names of a caller.
//   - object: the identity of objects, their escapes, and the stores into them.
//   - walk: one function, along its paths: calls, locks, waits, and the locks left held.
//   - ask: earlier tests of a path or a caller: conditions, flags, channels seen open.
//   - target: the targets of an unresolved call, and its effects with them.
//   - edge: lock order edges, and the goroutines in which they may happen.
//   - fact: the knowledge for importing packages.
//   - result: the interface to the checks, and their reports.
//
// Files are layered: the files that call each other directly or over others are at most ten. The largest such circle is the
// call in the walk: its arguments, and the events of its targets. A walk may need the whole summary of a function that has a
// brief one. It asks the analyzer for a further walk (analyzer.walkWhole).
//
// # The fact
//
// The go command hands a package only the facts of its direct imports. So the [Fact] of a
// package contains those of its dependencies as well, as one layer for each package. A
// package reads each layer once, and in it only the functions that it needs. It writes
// its own layer, and hands on the others unchanged. Package compact writes layers, and
// they are compressed. The same input gives the same bytes, or the cache of go vet would
// be defeated.
//
// # Limits
//
// Functions are told apart by name, interface calls by method set. Unsafe and assembly are
// not seen. Reflection is known only where it formats a value as text. A function with
// more than maxSteps steps is marked as not precise, and checks that speak about all paths
// leave it out.
package lockfacts
