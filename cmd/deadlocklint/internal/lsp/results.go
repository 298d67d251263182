package lsp

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// relocate finds the line of a position in a file that may have changed since:
// the nearest line with the same text. It is 0 when that line is gone, and the
// finding with it.
func relocate(r *results.Results, pos string, t *text) int {
	_, line, _ := report.SplitPos(pos)
	was, known := r.Lines[pos]
	if !known {
		return line
	}
	was = strings.TrimSpace(was)
	for d := range len(t.starts) + line {
		for _, n := range []int{line - d, line + d} {
			if n >= 1 && n <= len(t.starts) && strings.TrimSpace(t.line(n)) == was {
				return n
			}
		}
	}
	return 0
}
