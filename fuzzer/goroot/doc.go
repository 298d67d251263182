// Package goroot makes an instrumented GOROOT from the user's own. It is the only
// mechanism that observes and steers a program without a change to its source or
// toolchain.
//
// A shadow GOROOT is a directory in the user's cache. Its packages are copies of the
// original. A dozen files of sync, runtime and testing have hooks, spliced in at positions of their syntax trees
// (patches.go; no line moves). The files of template/ are added. Tools, commands and testdata are links. The original go
// command, with GOROOT set to the shadow, builds the unmodified program with them.
//
//	Resolve  which toolchain the user's module selects
//	Make     its shadow, from the cache or made now; safe for two at once
//	Env      the variables that make any go command build instrumented programs
//
// The package never writes into the user's GOROOT or module. It never depends on the
// configuration of a run: environment variables carry that, so that the standard
// library is compiled once. It never passes over a pattern that a Go release does not
// have. Shadow.Missing names the pattern, and Make fails when the program could not be
// observed without it.
package goroot
