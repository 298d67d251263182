// Package instrument makes the conditions visible on which goroutines wait. These
// are conditions of condition variables, and conditions that decide about an
// operation on a channel or WaitGroup. It finds them in the source of the user's own
// module, and writes an overlay. In the overlay the conditions, and the writes to
// their variables, call package _deadlocklint/conditions of the instrumented
// standard library.
//
// # How a datum flows
//
// [Overlay] loads the packages with their types. It finds the loop or if around each
// Cond.Wait, and the if around each Signal and Broadcast. The condition becomes a
// condvar.Expr over fields and variables. A call of a method that only returns an
// expression is replaced by that expression. Every statement that writes such a field
// or variable becomes a site of the condvar.Table. The rewritten files are in a
// directory of the session. No line moves, and the user's files and overlay stay as
// they are.
//
// # Why it is not part of fuzzer
//
// Packages below fuzzer run programs. They know stacks, operations and objects, and no
// syntax of the user's module. Their instrumentation is that of the standard library,
// the same for every program.
//
// This package and those below it ([Overlay], sites, local) read the user's source by
// its types and SSA form. They change a copy of it before the build, and run nothing.
// Neither half imports the other. The overlay goes to the go command, and the table of
// conditions to the predictor, in types of package condvar.
//
// # Limits
//
// Some conditions are not read. They call functions with more in them than an
// expression, or go through interfaces, slices or function values. Or they read
// variables whose address is taken, unless all writes are recorded. Some are tested
// in parts between which something happens. Each is listed with the reason in
// Table.GivenUp: nothing is rewritten for it. Dependencies outside of
// the main module are not rewritten. The table has the import paths of those that
// may write a variable of a condition, and the build lets the recorder see their
// writes.
package instrument
