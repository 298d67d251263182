package output

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// Link is the address of the page of a check, "" when there is none.
func Link(check checks.Name) string {
	if name := suite.Analyzer(check); name != "" {
		return "https://github.com/deadlocklint/deadlocklint/blob/main/doc/checks/" + name + ".md"
	}
	return ""
}

// DocumentationOf is the documentation of the analyzer that reports a check.
func DocumentationOf(check checks.Name) (title, text string) {
	text = suite.Docs()[suite.Analyzer(check)]
	switch check {
	case checks.Accident:
		text = "a deadlock that a run ended in by itself, or while another was looked for\n\nEvery goroutine of it was parked by Go's runtime on a lock that the next one holds; or no goroutine of the process could go on, and no timer was due before the deadline of the test."
	case checks.Schedule:
		text = "a test that fails, or ends its process, under some schedules\n\nIt passes under others. The message says whether it passes natively. The failure happened twice by the same choices."
	case checks.Livelock:
		text = "goroutines that still ran when a run reached its limit of steps\n\nIt is a candidate: behind the limit the run may have ended."
	case checks.Race:
		text = "two accesses of memory by two goroutines, one of them a write, that nothing orders\n\nIt is confirmed when both goroutines stood at their accesses of one object. It is harmful when a run of one order then ended otherwise than the recorded run, twice by the same choices."
	case checks.Order:
		text = "two steps at one object, of two goroutines, that came in one order in the recorded run, and that nothing keeps in that order\n\nOne of them is the first write of a variable, or its last one, and the other one reads it. It is confirmed when both goroutines stood at their steps, and a run of one order then ended otherwise than the recorded run, twice by the same choices."
	case checks.Atomicity:
		text = "two steps of one goroutine, in one call, between which another goroutine changes what the first one has seen\n\nIt is confirmed when the other goroutine came in between, and the run then ended otherwise than the recorded run, twice by the same choices, and otherwise than with the other goroutine in front of both steps, or behind them."
	case checks.CrossTest:
		text = "locks taken in a cycle by tests that never ran together\n\nA program that does what both tests do may deadlock."
	default:
		if text == "" {
			text = condvar.Kinds()[check]
		}
	}
	title, _, _ = strings.Cut(text, "\n")
	return title, text
}
