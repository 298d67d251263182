// Package lsp is a small language server that runs beside the editor's Go server,
// which accepts no analyzers from outside. It shows static findings when a file is
// opened or saved, deadlocks that the last "deadlocklint test" confirmed, and code
// lenses on tests.
//
// # How a datum flows
//
// The editor's notifications keep the open documents (server.go). Opening or saving
// a document makes its package due. One goroutine, the checker, takes all due
// packages of a module, runs go vet with deadlocklint as its vettool, and reads the
// diagnostics (check.go, vet.go). The build cache keeps the results. A running check
// ends with all its processes when a file is saved, since its results would be out
// of date. Findings of runs come through a function, each with its line of source,
// so that they move and vanish with the line (results.go). Both become the
// diagnostics of a file (publish.go), one for each bug, its quick fixes
// (actions.go), lenses (lens.go) and explanations (hover.go). JSON-RPC and its
// framing are those of the library that doc/design/061 names. protocol.go has the
// types of the protocol, after version 3.17 of its specification.
//
// # Limits
//
// It analyses saved files, not typed text. A package that does not build keeps its
// last diagnostics, and the log says why. It formats, completes and renames nothing.
// It ends when its input does, with all processes that it started.
package lsp
