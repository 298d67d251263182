// Package checks has the names of all checks, static and dynamic, each once.
//
// # How a datum flows
//
// The code that makes a finding takes the name from here. The finding carries the
// name to every output: text, JSON, SARIF rules, JUnit, the page. The same name
// stands behind //deadlocklint:ignore and in flags.
//
// A name may change, an id may not. [Name.Hashed] is the first name of a check, and
// package lockgraph makes ids of it. The names of earlier releases are in former.go.
// [Current] translates a name in a comment, a flag or an old file.
//
// The package does not document a check. The static checks have their pages in package
// passes/suite, and the other checks in the package that makes them. The package knows
// no analyzers either. An analyzer with one check bears the check's name. An analyzer
// with several checks has a name of its own, which silences all of them.
package checks
