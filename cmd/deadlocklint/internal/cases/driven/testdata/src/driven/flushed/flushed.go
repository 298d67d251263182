// Package flushed leaves its lock held when a writer fails.
package flushed

import (
	"fmt"
	"io"
	"sync"
)

// A Report collects lines. Its methods may be called from several goroutines.
type Report struct {
	mu    sync.Mutex
	out   io.Writer
	lines []string
}

// New returns a Report that is written to out.
func New(out io.Writer) *Report { return &Report{out: out} }

// Add adds a line.
func (r *Report) Add(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

// Flush writes the lines so far.
func (r *Report) Flush() error {
	r.mu.Lock()
	for _, line := range r.lines {
		if _, err := fmt.Fprintln(r.out, line); err != nil {
			return err
		}
	}
	r.lines = nil
	r.mu.Unlock()
	return nil
}
