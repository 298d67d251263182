package dispatch

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// helpColumn is where what a command does begins, when the terminal is wide enough
// to have something beside it.
const (
	helpColumn = 61
	minBeside  = 40
)

// writeHelp lists the commands. On a terminal lines break where it does.
func writeHelp(w io.Writer) {
	width := console.Width(w)
	say := func(indent int, text string) {
		for _, line := range report.Wrap(text, width-indent) {
			fmt.Fprintf(w, "%*s%s\n", indent, "", line)
		}
	}
	say(0, "deadlocklint predicts the deadlocks that a passing run did not show, and makes them happen.")
	fmt.Fprintln(w)
	for _, c := range commands() {
		line := strings.TrimRight(fmt.Sprintf("  deadlocklint %-10s %s", c.name, c.args), " ")
		if width > 0 && width < helpColumn+minBeside {
			fmt.Fprintln(w, line)
			say(6, c.short)
			continue
		}
		for i, part := range report.Wrap(c.short, width-helpColumn) {
			if i > 0 {
				line = ""
			}
			fmt.Fprintf(w, "%-*s%s\n", helpColumn, line, part)
		}
	}
	fmt.Fprintln(w)
	say(0, "Exit status: 0 nothing found, 1 a tool, build or test failed, 2 wrong usage, 3 a finding counts.")
	say(0, "Start with: deadlocklint demo")
}

// writeCommandHelp writes what a command does, and its flags.
func writeCommandHelp(w io.Writer, c subcommand) {
	fmt.Fprintf(w, "usage: %s\n\n%s\n\n", strings.TrimRight("deadlocklint "+c.name+" "+c.args, " "), whole(c.short))
	if c.about != "" {
		fmt.Fprintf(w, "%s\n\n", c.about)
	}
	fmt.Fprint(w, flags.Text(c.name))
	if flags.LikeGoTest(c.name) {
		fmt.Fprint(w, testflags.Text())
	}
	if c.name == "run" {
		fmt.Fprintf(w, "\nFlags of go build that are passed on: %s\n", strings.Join(testflags.BuildNames(), " "))
	}
}

// perhaps guesses the command that a mistyped word means.
func perhaps(word string) string {
	if info, err := os.Stat(word); err == nil && info.IsDir() {
		return fmt.Sprintf("for the package in that directory say deadlocklint ./%s, or ", word)
	}
	if near := flags.Nearest(word, commandNames()); near != "" {
		return fmt.Sprintf("perhaps deadlocklint %s, or ", near)
	}
	return ""
}
