package render

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"honnef.co/go/tools/sarif"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// fixes are the changes that a check suggests, those of them of which the files are
// here: the standard counts characters, and a check counts bytes.
func (h *sarifHandler) fixes(list []report.Fix) []sarif.Fix {
	var fixes []sarif.Fix
	for _, from := range list {
		fix, known := sarif.Fix{Description: sarif.Message{Text: from.Message}}, true
		for _, e := range from.Edits {
			t := h.text(e.File)
			known = known && e.End <= len(t)
			if known {
				fix.ArtifactChanges = append(fix.ArtifactChanges, sarif.ArtifactChange{ArtifactLocation: h.artifact(e.File), Replacements: []sarif.Replacement{{
					DeletedRegion: t.region(e.Start, e.End), InsertedContent: sarif.ArtifactContent{Text: e.New},
				}}})
			}
		}
		if known {
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// A text is the content of a file.
type text []byte

func (h *sarifHandler) text(file string) text {
	t, known := h.texts[file]
	if !known && h.opt.Source != nil {
		t = h.opt.Source(file)
		h.texts[file] = t
	}
	return t
}

// region is the text between two offsets.
func (t text) region(start, end int) (r sarif.Region) {
	r.StartLine, r.StartColumn = t.place(start)
	r.EndLine, r.EndColumn = t.place(end)
	return r
}

func (t text) place(offset int) (line, column int) {
	before := t[:offset]
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}

// column turns a column of bytes into one of characters. A place that the text does
// not have keeps its column.
func (t text) column(line, col int) int {
	rest := []byte(t)
	for ; line > 1; line-- {
		_, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			return col
		}
		rest = after
	}
	if col-1 > len(rest) {
		return col
	}
	return utf8.RuneCount(rest[:col-1]) + 1
}

// placed is the region of a place. Where no column is known, it is the line: a column that is not there would be a claim.
func (t text) placed(line, col int) sarif.Region {
	if col > 0 {
		return sarif.Region{StartLine: line, StartColumn: t.column(line, col)}
	}
	lines := strings.SplitN(string(t), "\n", line+1)
	if len(lines) < line || strings.TrimSpace(lines[line-1]) == "" {
		return sarif.Region{StartLine: line, StartColumn: 1}
	}
	text := strings.TrimRight(lines[line-1], " \t\r")
	first := len(text) - len(strings.TrimLeft(text, " \t"))
	return sarif.Region{StartLine: line, StartColumn: t.column(line, first+1), EndLine: line, EndColumn: t.column(line, len(text)+1)}
}
