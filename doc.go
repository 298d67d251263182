// Package deadlocklint is the map of this repository; it holds no code.
//
// The command deadlocklint predicts deadlocks that a passing run of a Go program did
// not show. It then proves each one by making it happen. It works with a stock Go
// toolchain and changes no source of the program.
//
// # How a finding comes about
//
//	cmd/deadlocklint             main, and nothing else
//	cmd/deadlocklint/internal    the commands, a package each, and what serves only them
//	  dispatch                   which command a command line names; help, demo, selftest
//	  run, static, protocol, replay, lsp, gopls: the commands
//	  session                    builds and records what one invocation runs
//	  flags                      every flag, declared once: parsing, refusals, help, completion
//	  testflags                  the command line of go test
//	  fuzzer/goroot              makes a GOROOT whose sync and runtime can be observed
//	  fuzzer/record              runs the program in it once; a file of events per process
//	    internal/trace/wire      reads and writes these files
//	  instrument                 conditions of condition variables in the source -> overlay, with -condvar
//	  instrument/sites           calls of methods in the source -> overlay, for protocols
//	    instrument/local         which of their receivers no other goroutine can reach
//	  fuzzer/predict             events -> candidates
//	    internal/trace/objects   which object an address was at which time
//	    lockgraph                lock dependencies, their cycles, and which of them can happen
//	    condvar                  trace programs and their model checker
//	  fuzzer/confirm             candidate -> runs with pauses -> verdict
//	    fuzzer/rt                the agent inside the program
//	    fuzzer/pauses             whom it pauses, and when
//	    fuzzer/explore           which goroutine runs next, in an exploration
//	    fuzzer/explorer          the runs of an exploration, in processes
//	    fuzzer/drive             tests generated from the API of a package, and their judge
//	    fuzzer/runner            which further runs a test needs, until each ending is a finding or none
//	    fuzzer/boundary          what the program and the driver tell each other
//	  internal/report            findings as text and JSON, and the exit status (exit.go)
//	  output, below the commands   where findings go
//	    suppress                 which of them are not shown: comments, baseline, what is not new
//	    render, render/html      SARIF, JUnit, GitHub annotations; the page with timelines, pictures and source
//
// Tests may mark the explored part with deadlocktest, a module of its own without
// requirements.
//
// The static checks need no run:
//
//	passes/suite                 the list of checks, for go vet and for the command check
//	  passes/lockorder and others  one check each: its doc.go is its documentation
//	  passes/lockfacts           what every function locks, waits for and calls back; the fact per package
//	    internal/syncop          SSA form -> operations, places, lock classes
//	    internal/load            which packages are brought into SSA form, and how
//	golangci                     the checks as a plugin of golangci-lint: a module of its own
//
// All of them speak internal/trace: operations, events, lock classes, stacks.
// Package internal/trace/tracetest writes traces in a few readable lines for tests.
// internal/binary reads facts about a trace from an executable, and internal/stdlib
// knows the packages of the standard library. internal/seal tells files of this user
// from those of others, and internal/regular reads no device.
//
// Package cases, beside the commands, runs the programs of testdata as a user would.
// Its own test has those directly in testdata; cases/protocol and cases/races have
// languages of their own. cases/oracle has random programs of internal/oracle, which knows all their schedules and compares
// the verdicts with them. script/oracle takes any number of programs. Package
// internal/structure measures this repository for its own tests; script/structure
// prints the picture.
//
// # Layers
//
// A package imports only packages of its own layer or below, and of these only
// those that its row in layering_test.go allows.
//
//	L0   vocabulary: internal/binary, internal/buildid, internal/checks, internal/compact,
//	     internal/crash, internal/fixture, internal/goenv, internal/matrix, internal/regular,
//	     internal/report, internal/seal, internal/spinlock, internal/stdlib, internal/trace/...,
//	     internal/tracked, internal/wording
//	L1   models and loading: condvar, internal/documents, internal/guard, internal/impact,
//	     internal/load, internal/mhp, internal/oracle/..., internal/prose, internal/structure,
//	     internal/syncop, lockgraph, pointer/..., racegraph, typestate/...
//	L2a  static checks: passes/...
//	L2b  running the program: fuzzer/...
//	L2c  instrumenting the user's own module: instrument/...
//	L3   the commands, and what only they use: cmd/deadlocklint/internal/...
//	L4   main, and nothing else: cmd/deadlocklint, script/...
//
// The static and the dynamic half, L2a and L2b, never import each other: they meet
// in L1. Packages fuzzer/boundary, fuzzer/explore, fuzzer/pauses and fuzzer/rt are
// compiled a second time, as part of the instrumented standard library. So they
// import only packages that package sync may import.
//
// doc/design gives the reasons, one decision a file; its README.md lists them.
// CONTRIBUTING.md follows one lock from the hook in package sync to the report, and says
// how to add a check, an event or a strategy.
package deadlocklint
