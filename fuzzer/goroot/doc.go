// Package goroot makes an instrumented GOROOT from the user's own: the one
// mechanism by which a program is observed and steered without a change to its
// source or toolchain.
//
// A shadow GOROOT is a directory in the user's cache. Its directories are real
// and its files are links to the original, except for a dozen files of sync,
// runtime and testing, which are copies with hooks spliced in at positions of
// their syntax trees (patches.go; no line moves), and the files of template/,
// which are added. Calling the original go command with GOROOT set to the
// shadow builds the unmodified program with them.
//
//	Resolve  which toolchain the user's module selects
//	Make     its shadow, from the cache or made now; safe for two at once
//	Env      the variables that make any go command build instrumented programs
//
// The package never writes into the user's GOROOT or module, never depends on
// a configuration of a run (that goes by environment variables, so that the
// standard library is compiled once), and never passes over a pattern that a
// Go release does not have: it is named in Shadow.Missing, and when the
// program could not be observed without it, Make fails.
package goroot
