// Package replaced has a channel that a goroutine reads until it is replaced.
package replaced

import "sync"

// A Log passes lines on. Its methods may be called from several goroutines.
type Log struct {
	mu    sync.Mutex
	lines chan string
	stop  chan struct{}
}

// New returns a Log.
func New() *Log {
	l := &Log{}
	l.Reset()
	return l
}

// Reset begins again: another goroutine reads other lines.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stop != nil {
		close(l.stop)
	}
	l.lines, l.stop = make(chan string), make(chan struct{})
	go read(l.lines, l.stop)
}

// Put passes a line on. The reader may have been stopped before it sends.
func (l *Log) Put(line string) {
	l.mu.Lock()
	lines := l.lines
	l.mu.Unlock()
	lines <- line
}

func read(lines <-chan string, stop <-chan struct{}) {
	for {
		select {
		case <-lines:
		case <-stop:
			return
		}
	}
}
