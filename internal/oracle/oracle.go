// Package oracle compares the verdicts of deadlocklint with the truth, on random
// programs. Package generate draws them, and package schedules enumerates the
// schedules of each. deadlocklint reports its verdicts, and this package compares
// the two.
//
// # How a datum flows
//
//	seed --Draw--> Batch: programs, truths, a directory with a Go package    lot.go
//	Batch --deadlocklint test -json--> report.Document                       run.go
//	Document --Compare--> Tally: counts, untrue verdicts, missed ones      verdict.go compare.go tally.go
//
// # WrongVerdict verdicts
//
// The statuses confirmed, leaked, left blocked, and feasible without an assumption
// claim that something happens. Such a finding is untrue when no schedule blocks
// goroutines for ever at its places with the locks that it names. The statuses
// infeasible and harmless claim that something cannot happen. Such a finding is untrue
// when some schedule makes it happen.
//
// Every other status tells of runs and claims nothing. A program that can hang, without
// a finding that claims so, is missed. That is a rate, not an untruth.
//
// The package trusts no part of deadlocklint but the form of its document. It is for
// tests and a script, and is linked into nothing else.
package oracle
