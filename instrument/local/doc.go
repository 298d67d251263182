// Package local tells which calls of methods are on objects that no goroutine but
// their own can reach.
//
// [Analyze] builds the SSA form of packages, and from it for each function a graph of
// classes: the objects that a value may point to, and the class of what their fields
// and elements point to. Assignments make two classes one, as in Steensgaard's
// analysis, so that a function takes nearly linear time. A class escapes that is in
// a global variable, given to a go statement, or to code that is not known; then what
// it points to does, too. A function that calls another takes over a copy of the
// classes of its parameters and results (functions that call each other share them).
// In the end the classes of a function are told what becomes of them in its callers,
// all of them, or in those that are not known: of exported functions that other
// modules may call, of functions used as values, and of methods that may be called
// through an interface.
//
// Functions of the standard library are known by a table of packages that neither
// start goroutines nor keep what they are given anywhere but in their receiver,
// other arguments and results. The package refuses to guess: calls through
// interfaces and function values give their arguments to anybody.
package local
