package dispatch

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
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
	say(0, "Exit status: 0 nothing found, 1 a tool, build or test failed, 2 wrong usage, 3 a deadlock was found.")
	say(0, "Start with: deadlocklint demo")
}

// perhaps guesses the command that a mistyped word means.
func perhaps(word string) string {
	if info, err := os.Stat(word); err == nil && info.IsDir() {
		return fmt.Sprintf("for the package in that directory say deadlocklint ./%s, or ", word)
	}
	for _, c := range commands() {
		if len(word) > 2 && distance(word, c.name) <= 2 {
			return fmt.Sprintf("perhaps deadlocklint %s, or ", c.name)
		}
	}
	return ""
}

// distance is how many letters have to be put in, taken out or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above, cost := row[j+1], 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(before+cost, row[j]+1, above+1)
			before = above
		}
	}
	return row[len(b)]
}
