package report

import (
	"strings"
)

// columnLabel is the width of the words at the begin of a column, such as "holds".
const columnLabel = 8

// minColumn is the narrowest column in which a goroutine can still be read.
const minColumn = 36

// separator stands between two columns.
const separator = " | "

// A cell is a part of a goroutine's column. The parts of all columns start at
// the same line, so that what the goroutines wait for stands side by side.
type cell []styled

type styled struct {
	style style
	text  string
}

// goroutines writes all sides of a finding, side by side when they fit.
func (p *page) goroutines(gs []Goroutine) {
	if len(gs) == 0 {
		return
	}
	p.WriteByte('\n')
	const indent = "  "
	width := (p.opt.Width - len(indent) - len(separator)*(len(gs)-1)) / len(gs)
	if p.opt.Width >= minSideBySide && width >= minColumn {
		p.sideBySide(indent, width, gs)
		p.WriteByte('\n')
		return
	}
	for _, g := range gs {
		p.sideBySide(indent, p.opt.Width-len(indent), []Goroutine{g})
		p.WriteByte('\n')
	}
}

// sideBySide writes one column of the given width for each goroutine.
func (p *page) sideBySide(indent string, width int, gs []Goroutine) {
	columns := make([][]cell, len(gs))
	for i, g := range gs {
		columns[i] = p.column(g, width)
	}
	for part := range columns[0] {
		height := 0
		for _, c := range columns {
			height = max(height, len(c[part]))
		}
		for row := range height {
			var b strings.Builder
			for i, c := range columns {
				if i > 0 {
					b.WriteString(separator)
				}
				b.WriteString(p.cellLine(c[part], row, width))
			}
			p.WriteString(indent + strings.TrimRight(b.String(), " ") + "\n")
		}
	}
}

// cellLine returns a line of a cell, padded; colours do not count as width.
func (p *page) cellLine(c cell, row, width int) string {
	if row >= len(c) {
		return pad("", width)
	}
	text := c[row].text
	return p.paint(c[row].style, text) + pad("", width-runes(text))
}

// column lays a goroutine out: who it is and where it was created, what it
// holds, what it waits for.
func (p *page) column(g Goroutine, width int) []cell {
	var head, held, last cell
	for _, part := range wrap("goroutine "+printable(g.Name), width) {
		head = append(head, styled{bold, part})
	}
	for i, s := range g.Steps {
		switch {
		case s.Op == "go" && i == 0:
			head = append(head, p.step("created", s.Class, s, width)...)
		case i == len(g.Steps)-1:
			label, what := s.Waits()
			last = append(last, p.step(label, what, s, width)...)
		default:
			label, what := s.Holds()
			held = append(held, p.step(label, what, s, width)...)
		}
	}
	return []cell{head, held, last}
}

// step is the lines of one step: label and object, position, function, source.
func (p *page) step(label, what string, s Step, width int) cell {
	const gutter = columnLabel
	var c cell
	add := func(st style, text string) {
		for _, part := range wrap(printable(text), width-gutter) {
			c = append(c, styled{st, pad(label, gutter) + part})
			label = ""
		}
	}
	if what != "" || s.Pos == "" {
		add(plain, what)
	}
	if s.Pos != "" {
		add(faint, s.Pos)
	}
	if s.Func != "" {
		add(plain, s.Func)
	}
	if src := p.source(s.Pos); src != "" {
		add(cyan, "> "+cut(src, width-gutter-len("> ")))
	}
	return c
}

// source returns the source line at pos, or "" when there is none.
func (p *page) source(pos string) string {
	file, line, _ := SplitPos(pos)
	if line == 0 {
		return ""
	}
	return strings.TrimSpace(printable(p.opt.Source(file, line)))
}
