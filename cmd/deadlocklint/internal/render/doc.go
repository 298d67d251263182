// Package render writes findings for other programs than people and scripts:
// SARIF 2.1.0, which editors and code hosts read.
//
// # How a datum flows
//
// [SARIF] in sarif.go is a [report.Handler]: it takes the findings of an invocation as they
// come and writes one document when it is closed. A finding becomes a result:
// the rule is its check, the level follows from its status, each goroutine is a
// thread flow of one code flow, and the partial fingerprint is its id, which
// survives moved lines. The types are those of the library that doc/design/027
// names, and what it lacks is added here.
//
// The package reads nothing and judges nothing: what is a deadlock is said by
// package report.
package render
