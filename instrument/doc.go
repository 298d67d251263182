// Package instrument makes the conditions visible on which goroutines wait. These
// are conditions of condition variables, and conditions that decide about an
// operation on a channel or WaitGroup. It finds them in the source of the user's own
// module, and writes an overlay. In the overlay the conditions, and the writes to
// their variables, call package _deadlocklint/conditions of the instrumented
// standard library.
//
// # How a datum flows
//
// [Overlay] loads the packages with their types. For each Cond.Wait the loop or
// if around it is found, for each Signal and Broadcast the if around it. The
// condition becomes a condvar.Expr over fields and variables; methods that only
// return an expression are looked into. Every statement that writes such a
// field or variable becomes a site of the condvar.Table. The files are
// rewritten in a directory of the session; no line moves, and the user's files
// and overlay are not touched.
//
// # Why it is not part of fuzzer
//
// Packages below fuzzer run programs. They know stacks, operations and objects, and
// no syntax of the user's module. Their instrumentation is that of the standard
// library, the same for every program. This package and those below it ([Overlay],
// sites, local) read the user's source by its types and SSA form, and change a copy
// of it before the build. They run nothing. Neither half imports the other. The
// overlay goes to the go command, and the table of conditions to the predictor, in
// types of package condvar.
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
