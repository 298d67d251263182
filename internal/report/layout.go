package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A style is an ANSI sequence; plain is none.
type style string

const (
	plain  style = ""
	bold   style = "\x1b[1m"
	faint  style = "\x1b[2m"
	red    style = "\x1b[1;31m"
	yellow style = "\x1b[1;33m"
	cyan   style = "\x1b[36m"

	reset = "\x1b[0m"
)

// paint is the only place where colours come from.
func (p *page) paint(st style, s string) string {
	if !p.opt.Color || st == plain || s == "" {
		return s
	}
	return string(st) + s + reset
}

// printable replaces what could move the cursor or recolour a terminal: names
// and source lines are the program's, not ours.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n':
			return ' '
		case !unicode.IsPrint(r):
			return '?'
		}
		return r
	}, s)
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// pad fills s with spaces to the width and never cuts.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-runes(s)))
}

// cut shortens s to the width and shows that it did.
func cut(s string, width int) string {
	const mark = "..."
	r := []rune(s)
	if len(r) <= width || width <= len(mark) {
		return s
	}
	return string(r[:width-len(mark)]) + mark
}

// Wrap breaks s into lines of at most width, or leaves it alone where that is not
// positive.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return []string{s}
	}
	return wrap(s, width)
}

// wrap breaks s into lines of at most width. A name is broken only when it is
// longer than a line: after a slash, or else after another character that
// separates its parts, or anywhere when there is neither.
func wrap(s string, width int) []string {
	width = max(width, 8) // narrower is unreadable, and zero would not end
	var lines []string
	r := []rune(s)
	for len(r) > width {
		n, skip := breakAt(r, width)
		lines = append(lines, string(r[:n]))
		r = r[n+skip:]
	}
	return append(lines, string(r))
}

// breakAt returns how many of the first width runes make a line, and how many
// spaces to leave out after it. Less than half a line is no good place inside
// a name.
func breakAt(r []rune, width int) (n, skip int) {
	for n := width; n > 0; n-- {
		if r[n] == ' ' {
			return n, 1
		}
	}
	for _, separators := range []string{"/", ".,)"} {
		for n := width; n > width/2; n-- {
			if strings.ContainsRune(separators, r[n-1]) {
				return n, 0
			}
		}
	}
	return width, 0
}
