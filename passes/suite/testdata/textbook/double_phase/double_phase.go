// Package double_phase assigns to a field, and calls a hook before the function that tests the field.
package double_phase

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

// Begin lets a hook come in between, which may end the phase.
func (w *worker) Begin(hook func(*worker)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.phase = busy
	hook(w)
	w.step() // want doublelock
}
