// Package clean_phase assigns to a field, and calls a function that tests the field first and takes the lock for another value.
package clean_phase

import "sync"

type phase int

const (
	idle phase = iota
	busy
	over
)

type worker struct {
	mu    sync.Mutex
	phase phase
	jobs  int
}

func (w *worker) step() {
	switch w.phase {
	case busy:
		w.jobs++
	case over:
		w.mu.Lock()
		w.jobs = 0
		w.mu.Unlock()
	}
}

func (w *worker) End() {
	w.phase = over
	w.step()
}

// Begin holds the lock in a phase in which step does not take it.
func (w *worker) Begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.phase = busy
	w.step()
}
