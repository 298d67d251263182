// Package stated collects lines.
package stated

// A Log has lines. It is not safe for concurrent use.
type Log struct{ lines []string }

// Add adds a line.
func (l *Log) Add(line string) { l.lines = append(l.lines, line) }

// Len is how many lines there are.
func (l *Log) Len() int { return len(l.lines) }
