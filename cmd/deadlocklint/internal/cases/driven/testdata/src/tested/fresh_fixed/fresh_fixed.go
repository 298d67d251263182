// Package fresh_fixed copies a log. The copy is new in each call, so that its lock is nobody else's.
package fresh_fixed

import "sync"

type Log struct {
	mu    sync.Mutex
	lines []string
}

// Add adds a line.
func (l *Log) Add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

// Copy is a log with the same lines.
func (l *Log) Copy() *Log {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := &Log{}
	for _, line := range l.lines {
		c.Add(line)
	}
	return c
}

// Append adds the lines of another log.
func (l *Log) Append(o *Log) {
	for _, line := range o.Copy().lines {
		l.Add(line)
	}
}
