// Package form has the rules that a recorded program and the readers of its recording share. These are the paths of
// locks inside types, the checksum of a chunk, and a mix of two hashes.
//
// The readers import this package. Its text is also compiled into the instrumented standard library,
// where package runtime imports that copy. So each rule is typed once, and no side can have another one.
//
// Package runtime calls the package where nothing may be allocated: a [Path] has a room of its caller. The
// package decides nothing about locks. [github.com/deadlocklint/deadlocklint/internal/trace.ClassOf] says
// what a path means.
package form
