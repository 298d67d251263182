package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// SplitPos takes "file:line:col" or "file:line" apart, from the right since a
// file name may contain colons. The numbers are 0 when there are none.
func SplitPos(pos string) (file string, line, col int) {
	file, last, ok := cutNumber(pos)
	if !ok {
		return pos, 0, 0
	}
	if rest, n, ok := cutNumber(file); ok {
		return rest, n, last
	}
	return file, last, 0
}

// cutNumber cuts a trailing ":number" off s.
func cutNumber(s string) (rest string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil || n < 0 {
		return s, 0, false
	}
	return s[:i], n, true
}

// comparePos orders positions by file, then by the numbers as numbers.
func comparePos(a, b string) int {
	aFile, aLine, aCol := SplitPos(a)
	bFile, bLine, bCol := SplitPos(b)
	return cmp.Or(cmp.Compare(aFile, bFile), aLine-bLine, aCol-bCol)
}

// WaitsAt is where the first goroutine of a finding waits, or "". The call of the program comes before the line of a library
// in which the goroutine is blocked.
func (f *Finding) WaitsAt() string {
	for _, g := range f.Goroutines {
		switch n := len(g.Steps); {
		case n > 1 && g.Steps[n-2].Op == OpCall:
			return g.Steps[n-2].Pos
		case n > 0:
			return g.Steps[n-1].Pos
		}
	}
	return ""
}

// LineOf is a position without its column.
func LineOf(pos string) string {
	file, line, _ := SplitPos(pos)
	return fmt.Sprintf("%s:%d", file, line)
}
