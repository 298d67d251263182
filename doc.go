// Package deadlocklint is the map of this repository; it holds no code.
//
// The command deadlocklint predicts the deadlocks that a passing run of a Go
// program did not show, and then proves each one by making it happen, on a
// stock Go toolchain and without touching the program's source.
//
// # How a finding comes about
//
//	cmd/deadlocklint             main, and nothing else
//	internal/driver              the subcommands
//	internal/driver/testflags    the command line of go test
//	  fuzzer/goroot              makes a GOROOT whose sync and runtime can be observed
//	  fuzzer/record              runs the program in it once; a file of events per process
//	    internal/trace/wire      reads and writes these files
//	  instrument                 conditions of condition variables in the source -> overlay, with -condvar
//	  fuzzer/predict             events -> candidates
//	    internal/trace/objects   which object an address was at which time
//	    lockgraph                lock dependencies, their cycles, and which of them can happen
//	    condvar                  trace programs and their model checker
//	  fuzzer/confirm             candidate -> runs with pauses -> verdict
//	    fuzzer/rt                the agent inside the program
//	    fuzzer/sched             whom it pauses, and when
//	  internal/report            findings as text and JSON, and the exit status
//	  internal/suppress          which of them are not shown: comments, baseline, what is not new
//	    internal/report/html     the page with timelines, pictures and source
//	    internal/render          SARIF, JUnit, GitHub annotations
//	  internal/lsp               the language server
//
// The static checks need no run:
//
//	passes/suite                 the list of checks, for go vet and for internal/driver
//	  passes/lockorder and others  one check each: its doc.go is its documentation
//	  passes/lockfacts           what every function locks, waits for and calls back; the fact per package
//	    internal/syncop          SSA form -> operations, places, lock classes
//	    internal/load            which packages are brought into SSA form, and how
//	golangci                     the checks as a plugin of golangci-lint: a module of its own
//
// All of them speak internal/trace: operations, events, lock classes, stacks.
// Package internal/trace/tracetest writes traces in a few readable lines for
// tests, and internal/binary reads what a trace needs to know from an executable.
//
// The programs of testdata are run as a user would by internal/cases: the tests are
// in internal/cases/deadlock, order and protocol. Those of internal/cases/oracle are
// random programs of internal/oracle, which knows all their schedules and compares the
// verdicts with them; script/oracle takes as many as one likes.
//
// # Layers
//
// A package imports only packages of its own layer or below, and of these only
// those that its row in layering_test.go allows.
//
//	L0   internal/trace and below, internal/binary, internal/report
//	L1   lockgraph, condvar, internal/load, internal/syncop, pointer, typestate
//	L2a  passes/...: static checks
//	L2b  fuzzer/...: running the program
//	L2c  instrument
//	L3   internal/driver and what serves it
//	L4   cmd/...
//
// The static and the dynamic half, L2a and L2b, never import each other: they
// meet in L1. Packages internal/trace, fuzzer/sched and
// fuzzer/rt are compiled a second time, as part of the instrumented standard
// library, and so import only what package sync may import.
//
// Why things are the way they are is told in doc/design, one decision a file.
// CONTRIBUTING.md says how to change them.
package deadlocklint
