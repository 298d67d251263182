// Package replaced_fixed hands a channel out, and replaces it. Who reads from the first channel ends the calls that send to it.
package replaced_fixed

import "sync"

// A Log passes lines on.
type Log struct {
	mu    sync.Mutex
	lines chan string
}

// New returns a Log.
func New() *Log { return &Log{lines: make(chan string)} }

// Reset begins again with other lines. It must not be called while another method is.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = make(chan string)
}

// Lines are those until the next Reset.
func (l *Log) Lines() <-chan string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines
}

// Put waits until somebody reads the line.
func (l *Log) Put(line string) {
	l.mu.Lock()
	lines := l.lines
	l.mu.Unlock()
	lines <- line
}
