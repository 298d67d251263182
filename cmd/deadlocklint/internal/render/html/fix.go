package html

import (
	"cmp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A fix is a change that a check suggests, as the lines it removes and adds.
type fix struct {
	Message string
	Changes []change
}

// A change is an edit of adjacent lines.
type change struct {
	File           string
	Line           int // the first one
	Removed, Added []string
}

// fixes shows the changes whose files are here.
func (s *source) fixes(list []report.Fix) (fixes []fix) {
	for _, from := range list {
		edits := slices.Clone(from.Edits)
		slices.SortStableFunc(edits, func(a, b report.Edit) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start)) })
		to := fix{Message: from.Message}
		for _, e := range edits {
			if c, ok := s.change(e); ok {
				to.Changes = append(to.Changes, c)
			}
		}
		fixes = append(fixes, to)
	}
	return fixes
}

// change turns an edit into whole lines, without those that it only touches.
func (s *source) change(e report.Edit) (change, bool) {
	text := strings.Join(s.lines(e.File), "\n")
	if e.Start > e.End || e.End > len(text) || text == "" {
		return change{}, false
	}
	begin := strings.LastIndexByte(text[:e.Start], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[e.End:], '\n'); i >= 0 {
		end = e.End + i
	}
	removed := strings.Split(text[begin:end], "\n")
	added := strings.Split(text[begin:e.Start]+e.New+text[e.End:end], "\n")
	c := change{File: e.File, Line: strings.Count(text[:begin], "\n") + 1}
	for len(removed) > 0 && len(added) > 0 && removed[0] == added[0] {
		removed, added, c.Line = removed[1:], added[1:], c.Line+1
	}
	for len(removed) > 0 && len(added) > 0 && removed[len(removed)-1] == added[len(added)-1] {
		removed, added = removed[:len(removed)-1], added[:len(added)-1]
	}
	c.Removed, c.Added = expanded(removed), expanded(added)
	return c, true
}

func expanded(lines []string) (list []string) {
	for _, l := range lines {
		list = append(list, strings.ReplaceAll(l, "\t", "    "))
	}
	return list
}
