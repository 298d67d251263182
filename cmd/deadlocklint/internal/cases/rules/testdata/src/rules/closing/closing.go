// Package closing has a worker that tells of its end.
package closing

import "sync"

// A Worker counts.
type Worker struct {
	in, out chan int
	done    chan struct{}
	once    sync.Once
}

// New starts a worker.
func New() *Worker {
	w := &Worker{in: make(chan int, 4), out: make(chan int), done: make(chan struct{})}
	go func() {
		defer close(w.done)
		for n := range w.in {
			w.out <- n + 1
		}
	}()
	return w
}

// Add adds a number.
func (w *Worker) Add(n int) {
	defer func() { recover() }()
	w.in <- n
}

// Close ends the worker.
func (w *Worker) Close() {
	w.once.Do(func() { close(w.in) })
	<-w.done
}
