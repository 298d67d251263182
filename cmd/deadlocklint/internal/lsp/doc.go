// Package lsp is a small language server that runs beside the editor's Go
// server, which accepts no analyzers from outside: static findings when a file
// is opened or saved, what the last "deadlocklint test" confirmed at its lines,
// and code lenses on tests.
//
// # How a datum flows
//
// The editor's notifications keep the open documents (server.go). Opening or
// saving one makes its package due; one goroutine, the checker, takes all due
// packages of a module, runs go vet with deadlocklint as its vettool, whose
// results the build cache keeps, and reads the diagnostics (check.go, vet.go). A check
// that is under way ends with all its processes when something else is saved, since it
// would show what is no more. Findings of
// runs come through a function, each with the line of source it was found in, so
// that they move with the line and go when it goes (results.go). Both become the
// diagnostics of a file (publish.go), one for each bug, its quick fixes (actions.go), lenses
// (lens.go) and explanations (hover.go). JSON-RPC and its framing are those of the library that
// doc/design/061 names; the types of the protocol that are used here are in
// protocol.go, after version 3.17 of its specification.
//
// # What it refuses to do
//
// It analyses what is saved, not what is typed. A package that does not build
// keeps its last diagnostics, and the log says why. It formats, completes and
// renames nothing. It ends when its input does, and what it started ends with it.
package lsp
