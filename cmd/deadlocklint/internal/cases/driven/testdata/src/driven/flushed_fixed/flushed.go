// Package flushed_fixed gives its lock back when a writer fails.
package flushed_fixed

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
	defer r.mu.Unlock()
	for _, line := range r.lines {
		if _, err := fmt.Fprintln(r.out, line); err != nil {
			return err
		}
	}
	r.lines = nil
	return nil
}
