// Package render writes findings for other programs than people and scripts:
// SARIF 2.1.0, which editors and code hosts read.
//
// # How a datum flows
//
// [SARIF] in sarif.go is a [report.Handler]: it takes the findings of an invocation
// as they come and writes one document when it is closed. A finding becomes a
// result. The rule is its check, and the level follows from its status. Each
// goroutine is a thread flow of one code flow. The partial fingerprint is its id,
// which survives moved lines. The types are those of the library that doc/design/027
// names; types that it lacks are added here.
//
// The package reads nothing and judges nothing: package report decides which
// findings are deadlocks.
package render
