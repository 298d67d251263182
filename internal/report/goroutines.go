package report

import (
	"strings"
)

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
	const gutter = 8
	var c cell
	add := func(st style, text string) {
		for _, part := range wrap(printable(text), width-gutter) {
			c = append(c, styled{st, pad(label, gutter) + part})
			label = ""
		}
	}
	if what != "" {
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

// Holds words a step that lies behind the goroutine.
func (s Step) Holds() (label, what string) {
	switch s.Op {
	case "lock", "request":
		return "holds", s.Named()
	case "rlock", "rrequest":
		return "holds", s.Named() + " (shared)"
	case "once", "oncedone":
		return "inside", s.Named()
	}
	if label := doing[s.Op]; label != "" {
		return label, s.Named()
	}
	return "did", s.Op + " " + s.Named()
}

// Waits words the step a goroutine is at.
func (s Step) Waits() (label, what string) {
	if why, ok := forEver[s.Class]; ok {
		return "blocked", "for ever " + why
	}
	if phrase, ok := waitPhrases[s.Op]; ok {
		return "waits", s.waitsFor(phrase)
	}
	if words, ok := leaves[s.Op]; ok {
		return words, "with it locked"
	}
	if s.Op == "exit" {
		return "ended", "after"
	}
	if label := doing[s.Op]; label != "" {
		return label, s.Named()
	}
	return "does", strings.TrimSpace(s.Op + " " + s.Named())
}

// waitsFor fills in a phrase of waitPhrases.
func (s Step) waitsFor(phrase string) string {
	name := s.Named()
	switch {
	case name != "":
		return strings.Replace(phrase, "X", name, 1)
	case s.Op == "select":
		return "in a select"
	}
	return strings.Replace(phrase, "X", unnamed[s.Op], 1)
}

// forEver words the classes of objects that are none, so that nothing ends the operation.
var forEver = map[string]string{
	"a nil channel": "on a nil channel",
	"no channel":    "in a select that has no channel",
	"select {}":     "in a select {}", // of a static check
}

// BlockedForEver says of a goroutine that waits for no object that it does so for ever, and is "" for any other class.
func BlockedForEver(class string) string {
	if why, ok := forEver[class]; ok {
		return "blocked for ever " + why
	}
	return ""
}

// unnamed are the nouns for an object whose name is not known.
var unnamed = map[string]string{
	"lock": "a lock", "request": "a lock", "rlock": "a lock", "rrequest": "a lock", "wait": "a Cond", "wgwait": "a WaitGroup",
	"once": "a Once", "oncedone": "a Once", "send": "a channel", "recv": "a channel", "acquire": "a semaphore",
}

// doing words what a goroutine does to an object without waiting for it.
var doing = map[string]string{
	"unlock": "unlocks", "runlock": "unlocks", "signal": "signals", "broadcast": "wakes", "wgadd": "adds to", "close": "closes", "call": "calls", "make": "makes", "run": "runs",
}

// leaves words how a goroutine goes on without having released what it holds.
var leaves = map[string]string{"return": "returns", "repeat": "repeats"}

// waitPhrases says what a goroutine that blocks in an operation waits for; an
// operation that is not here does not block.
var waitPhrases = map[string]string{
	"lock":     "for X",
	"request":  "for X",
	"rlock":    "for X (shared)",
	"rrequest": "for X (shared)",
	"wait":     "for a wake-up by X",
	"wgwait":   "until X is zero",
	"once":     "until X is done",
	"oncedone": "until X is done",
	"send":     "to send on X",
	"recv":     "to receive from X",
	"select":   "in a select on X",
	"acquire":  "for units of X",
}

// Named is the class with the instance when there are several.
func (s Step) Named() string {
	if s.Object == "" {
		return s.Class
	}
	return s.Class + " " + s.Object
}
