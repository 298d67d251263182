// Package writer collects lines and hands them to a sink in batches.
package writer

import (
	"errors"
	"slices"
	"sync"
)

// Errors of this package.
var (
	ErrClosed = errors.New("writer: closed")
	ErrFull   = errors.New("writer: sink is full")
)

// A Sink takes batches of lines. It is called by one goroutine at a time, and must not use the
// writer that calls it.
type Sink interface {
	Take(lines []string) error
}

// A Memory is a Sink that keeps a limited number of lines.
type Memory struct {
	mu    sync.Mutex
	limit int
	lines []string
}

// NewMemory returns a sink for at most limit lines.
func NewMemory(limit int) *Memory {
	return &Memory{limit: limit}
}

// Take keeps all lines, or none when they are too many.
func (m *Memory) Take(lines []string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.lines)+len(lines) > m.limit {
		return ErrFull
	}
	m.lines = append(m.lines, lines...)
	return nil
}

// Lines returns what was kept.
func (m *Memory) Lines() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.lines)
}

// A Writer has a goroutine that hands batches to the sink, until Close or the first error.
type Writer struct {
	sink    Sink
	batch   int
	lines   chan string
	flushes chan chan error
	quit    chan struct{}
	stop    sync.Once
	done    chan struct{}
	err     error // valid when done is closed
}

// New returns a writer that hands over batch lines together, unless it is flushed or closed
// before. Without a sink, it drops them. Close it after use.
func New(sink Sink, batch int) *Writer {
	w := &Writer{
		sink: sink, batch: max(batch, 1),
		lines: make(chan string), flushes: make(chan chan error),
		quit: make(chan struct{}), done: make(chan struct{}),
	}
	go w.run()
	return w
}

func (w *Writer) run() {
	defer close(w.done)
	var batch []string
	for {
		var ack chan error
		ending := false
		select {
		case line := <-w.lines:
			batch = append(batch, line)
			if len(batch) < w.batch {
				continue
			}
		case ack = <-w.flushes:
		case <-w.quit:
			ending = true
		}
		err := w.hand(batch)
		batch = nil
		if ack != nil {
			ack <- err
		}
		if err != nil {
			w.err = err
			return
		}
		if ending {
			w.err = ErrClosed
			return
		}
	}
}

func (w *Writer) hand(batch []string) error {
	if len(batch) == 0 || w.sink == nil {
		return nil
	}
	return w.sink.Take(batch)
}

// Write appends a line. It returns the error that ended the writer, if any.
func (w *Writer) Write(line string) error {
	select {
	case w.lines <- line:
		return nil
	case <-w.done:
		return w.err
	}
}

// Flush waits until the sink has all lines.
func (w *Writer) Flush() error {
	ack := make(chan error, 1)
	select {
	case w.flushes <- ack:
		return <-ack
	case <-w.done:
		return w.err
	}
}

// Close hands over the rest and ends the writer. It returns the error of the sink, if any, also
// when it is called again.
func (w *Writer) Close() error {
	w.stop.Do(func() { close(w.quit) })
	<-w.done
	if w.err == ErrClosed {
		return nil
	}
	return w.err
}
