package lsp

import (
	"strings"
	"unicode/utf8"
)

// A text is the content of a file with its lines.
type text struct {
	content string
	starts  []int // of the lines, in bytes
}

func newText(content string) *text {
	t := &text{content: content, starts: []int{0}}
	for i := range len(content) {
		if content[i] == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line returns line n, from 1, without its end; "" when there is none.
func (t *text) line(n int) string {
	if n < 1 || n > len(t.starts) {
		return ""
	}
	end := len(t.content)
	if n < len(t.starts) {
		end = t.starts[n] - 1
	}
	return strings.TrimSuffix(t.content[t.starts[n-1]:end], "\r")
}

// at is the position of a line and a column in bytes, both from 1. A position
// outside of the text is moved to the nearest place inside.
func (t *text) at(line, col int) position {
	line = min(max(line, 1), len(t.starts))
	s := t.line(line)
	return position{line - 1, utf16Len(s[:min(max(col-1, 0), len(s))])}
}

// offset is the position of a byte.
func (t *text) offset(n int) position {
	n = min(max(n, 0), len(t.content))
	line := 0
	for line+1 < len(t.starts) && t.starts[line+1] <= n {
		line++
	}
	return position{line, utf16Len(t.content[t.starts[line]:n])}
}

// word is the range of the identifier at a position, of the call whose
// parenthesis is there (x.mu.Lock), or of one character.
func (t *text) word(line, col int) textRange {
	s := t.line(line)
	begin := min(max(col-1, 0), len(s))
	end := begin
	for end < len(s) && isWord(s[end]) {
		end++
	}
	for end == col-1 && begin > 0 && end < len(s) && s[end] == '(' && (isWord(s[begin-1]) || s[begin-1] == '.') {
		begin--
	}
	return textRange{t.at(line, begin+1), t.at(line, max(end, min(begin+1, len(s)))+1)}
}

func isWord(c byte) bool {
	return c == '_' || c >= utf8.RuneSelf || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// whole is the range of a line without its indentation.
func (t *text) whole(line int) textRange {
	s := t.line(line)
	return textRange{t.at(line, len(s)-len(strings.TrimLeft(s, " \t"))+1), t.at(line, len(s)+1)}
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}
