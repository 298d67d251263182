// Package search executes functions symbolically, to decide whether a lock can be used in the way that a finding has.
//
// A [Question] names a function and the places of a finding. [Executor.Ask] executes the function on inputs of which nothing is known, with all
// that it calls in its package, path by path. Values are terms of package heap, whose solver has the conditions of the path. A lock is a
// variable: an object and the fields that lead to the lock. The answers are three:
//
//   - [Reached]: a path that the solver does not refute does what the finding says.
//   - [Refuted]: all paths were executed, and none does.
//   - [Open]: a path was left, or code was called that nobody can see. Nothing is known then.
//
// A path is replayed from its beginning for each choice that it makes: nothing is copied, and a choice can be made anywhere. A variable that a loop changes
// is unknown from its second turn on, so that a further turn shows nothing new. Memory that several goroutines may use keeps its values until the
// path acquires something. Fields that are only stored in new objects never change. Code of other packages does nothing, or calls one
// exported method of an object that it is given, or one function. So a refutation is bounded in that one respect.
//
// The package looks for nothing: who asks has a finding. It reports nothing, and knows functions by their names in package syncop and two that make errors.
package search
