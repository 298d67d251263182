package run

import (
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/stalls"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// beforeSearch is when the runs for cycles of locks have to end for the searches
// to have their part: such runs may take all the time there is.
func (pl *pipeline) beforeSearch(deadline time.Time) time.Time {
	if pl.NoCondvar || deadline.IsZero() {
		return deadline
	}
	return deadline.Add(-pl.Time / stalls.SearchPart)
}

// predictPart is the part of the budget that prediction may take, at most.
const predictPart = 4

// predictTime is 0 without a budget.
func (pl *pipeline) predictTime() time.Duration { return pl.Time / predictPart }

// lists reports whether what trace programs show and no run confirmed is
// listed: by -v, or where the user asks for this one, for predictions alone, or
// for such a status.
func (pl *pipeline) lists(s report.Status) bool {
	return pl.Verbose || pl.Tries == 0 || pl.only != "" || slices.Contains(pl.FailOn, s)
}
