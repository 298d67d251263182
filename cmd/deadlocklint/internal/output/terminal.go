package output

import (
	"fmt"
	"os"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// textOptions says how text looks where it is read: as wide as the terminal, in
// colours only on one, and there not when the environment refuses (no-color.org:
// NO_COLOR with any value but the empty one) or the terminal is a dumb one.
func (o *Output) textOptions() report.TextOptions {
	return report.TextOptions{
		Width: o.Width, Verbose: o.Verbose, Quiet: o.Quiet, Source: module.SourceLine(o.Root),
		Color: console.IsTerminal(o.Streams.Out) && colorAllowed(os.Getenv),
	}
}

func colorAllowed(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}

// suggest says what to type next, to a user at a terminal.
func (o *Output) suggest(findings []report.Finding) {
	if o.Json || o.Quiet || !console.IsTerminal(o.Streams.Out) {
		return
	}
	if next := next(findings, o.HTML != ""); next != "" {
		fmt.Fprintf(o.Streams.Err, "\nnext: %s\n", next)
	}
}

// next is the command that tells most about what was found, "" when nothing was.
func next(findings []report.Finding, page bool) string {
	for _, f := range findings { // the gravest first
		switch {
		case f.Suppressed:
		case f.Status == report.StatusConfirmed && !page:
			return "the command above makes it happen again; -html report.html, added to yours, draws it"
		case f.Status == report.StatusStatic:
			return fmt.Sprintf("deadlocklint help %s, and deadlocklint test ./... to make it happen", f.Check)
		case f.IsCandidate():
			return fmt.Sprintf("deadlocklint confirm -tries 10 %s ./...", f.ID)
		}
	}
	return ""
}
