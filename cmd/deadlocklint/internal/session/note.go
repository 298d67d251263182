package session

import (
	"context"
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Note writes a line about the command.
func (se *Session) Note(text string) {
	se.Progress.Done()
	fmt.Fprintln(se.Streams.Err, "deadlocklint: "+strings.TrimSpace(text))
}

// Untried says why a candidate was not tried: the run could not be made. The command is not complete then.
func (se *Session) Untried(ctx context.Context, err error) string {
	if ctx.Err() == nil {
		se.LeftOut("candidates are not tried", err)
	}
	return err.Error()
}

// LeaveOut names the tests for which there was no time, and the flag that helps. After an interrupt the reason is another one.
func LeaveOut(ctx context.Context, stats *report.Stats, tests []predict.ConcurrentTest, part, help string) {
	why := "the time was used up; give more by -time, or " + help
	if ctx.Err() != nil {
		why = "the command was interrupted"
	}
	for _, c := range tests {
		stats.LeftOut = append(stats.LeftOut, report.LeftOut{Test: c.Name(), Part: part, Why: why})
	}
}
