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
// counts when it may be called a deadlock, or a static check that is on by default
// reports it. It also counts when its goroutines are blocked for ever in a send, a Lock
// or a Wait. Findings of the statuses failOn count in addition, notes among them.
func ExitStatus(findings []Finding, toolFailed bool, failOn ...Status) int {
	for _, f := range findings {
		if f.counts() || !f.Suppressed && slices.Contains(failOn, f.Status) {
			return ExitFindings
		}
	}
	if toolFailed {
		return ExitFailed
	}
	return ExitClean
}

// counts reports whether f changes the exit status by default.
func (f Finding) counts() bool {
	static := f.Status == StatusStatic && f.Static != nil && f.Static.Default
	return !f.Suppressed && (f.IsDeadlock() || static || f.IsBlocked() && !f.Note)
}
