// Package checks has the names of all checks, static and dynamic, each once.
//
// # How a datum flows
//
// The code that makes a finding takes the name from here. The finding carries the
// name to every output: text, JSON, SARIF rules, JUnit, the page. The same name
// stands behind //deadlocklint:ignore and in flags.
//
// A name may change, an id may not: [Name.Hashed] is the name that a check had
// first, of which package lockgraph makes ids. The names of earlier releases are in
// former.go. A word from a comment, a flag or an old file goes through [Current].
//
// The package refuses to say what a check is about: the static ones have a page
// in package passes/suite, the others in the package that makes them. It knows
// no analyzers either. An analyzer with one check bears the check's name; an
// analyzer with several has a name of its own, which silences all of them.
package checks
