package report

import "slices"

// The exit statuses of every subcommand.
const (
	ExitClean    = 0 // nothing found
	ExitFailed   = 1 // the tool, the build or the program's own tests failed
	ExitUsage    = 2 // wrong usage; never returned by ExitStatus, since nothing was run
	ExitFindings = 3 // something was found; wins over ExitFailed
)

// ExitStatus returns the exit status for findings. toolFailed says that the tool, the
// build or the program's tests failed. Suppressed findings do not count. A finding
// counts when it may be called a deadlock, or when its status is [StatusStatic] and it
// lacks nothing. It also counts when its goroutines are blocked for ever in a send, a Lock
// or a Wait. A possible finding does not count. Findings of the statuses failOn count in addition, notes among them.
//
// A command that runs the program gives static findings another status, so that they do
// not count there. StatusStatic among failOn lets those count that no proof excludes.
//
// With [OnlyHarm] in failOn, a data race counts when a run has shown an effect of it.
func ExitStatus(findings []Finding, toolFailed bool, failOn ...Status) int {
	harm := slices.Contains(failOn, OnlyHarm)
	for _, f := range findings {
		if f.counts() && !(harm && f.isUnharmed()) || !f.Suppressed && f.isAmong(failOn) {
			return ExitFindings
		}
	}
	if toolFailed {
		return ExitFailed
	}
	return ExitClean
}

// OnlyHarm is no status of a finding, but a word of the list that [ExitStatus] takes.
const OnlyHarm Status = "harm"

// counts reports whether f changes the exit status by default.
func (f Finding) counts() bool {
	static := f.Status == StatusStatic && f.Static != nil && f.Static.Default
	return !f.Suppressed && (f.IsDeadlock() || static || f.IsBlocked() && !f.Note && !f.isAgainst())
}

// isAmong reports whether f has one of the statuses. A finding that a static check reports
// by default has StatusStatic beside what a run has seen of it.
func (f Finding) isAmong(statuses []Status) bool {
	return slices.Contains(statuses, f.Status) || f.isOfSource() && slices.Contains(statuses, StatusStatic)
}

// isOfSource reports whether a static check reports f, which lacks nothing, and no proof
// excludes it.
func (f Finding) isOfSource() bool {
	return f.Static != nil && f.Static.Default && f.Status != StatusInfeasible
}
