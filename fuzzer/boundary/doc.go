// Package boundary is all that crosses between the driver and a program that is recorded,
// steered or explored. These are the names of environment variables, the layouts of mapped files, the
// lines of text files, and numbers. Package runtime also lends functions to the agent.
//
// The driver imports this package. Its text is also compiled into the instrumented standard
// library, where package runtime, the agent (package rt) and package testing import that copy. So
// a layout, a name or a line is typed once, and no side can have another one.
//
// The way of a datum: a type here is a layout or a line. The process fills and writes it. The
// driver reads it as the same type ([Records], [Read]).
//
// Package runtime calls the package where it may not allocate, and where the race detector
// must not look. So all functions are marked go:norace, and those that write allocate nothing. The package
// starts nothing, opens no file and decides nothing.
package boundary
