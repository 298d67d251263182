// Package local tells which calls of methods are on objects that no goroutine but
// their own can reach.
//
// [Analyze] builds the SSA form of packages, and from it a graph of classes for each
// function. A class has the objects that a value may point to. It leads to the class of
// the objects in their fields and elements. Assignments make two classes one, as in
// Steensgaard's analysis, so that a function takes nearly linear time.
//
// A class escapes when it is in a global variable, or is given to a go statement or to
// unknown code. Then all that it points to escapes, too. A function that calls another
// takes over a copy of the classes of its parameters and results. Functions that call
// each other share these classes.
//
// In the end the escapes of all callers go back to the classes of the function. Unknown
// callers let them escape. Exported functions that other modules may call have unknown
// callers. So have functions used as values, and methods that may be called through an
// interface.
//
// Functions of the standard library are known by a table of packages. These start no
// goroutines, and keep their arguments only in their receiver, other arguments and
// results. The package refuses to guess: calls through interfaces and function
// values give their arguments to unknown code.
package local
