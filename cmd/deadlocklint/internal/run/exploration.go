package run

import (
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// isExploration reports whether this is deadlocklint explore, or a replay of one of its schedules.
func (pl *pipeline) isExploration() bool { return pl.Explore != nil && !pl.within }

// idle reports whether a finding is none of an exploration, which tells what runs of one test
// can do: it cannot happen, or its parts are of tests that explore never runs together.
func idle(f *report.Finding) bool {
	return f.Status == report.StatusNotSeen || f.Status == report.StatusInfeasible || f.Check == checks.CrossTest
}
