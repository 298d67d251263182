// Package to_itself sends to a channel from which it alone receives.
package to_itself

import (
	"sync"
	"time"
)

// Bar is drawn until somebody, or drawing it, says that it is done.
type Bar struct {
	left int
	done chan bool
}

func New(n int) *Bar { return &Bar{left: n, done: make(chan bool, 1)} }

func (b *Bar) Run(t *time.Ticker) {
	for {
		select {
		case <-t.C:
			b.draw() // want `Run waits for itself when .*Stop .* has sent before: it sends to .*Bar.done, from which it alone receives`
		case <-b.done:
			b.draw()
			return
		}
	}
}

func (b *Bar) draw() {
	if b.left--; b.left == 0 {
		b.done <- true
	}
}

func (b *Bar) Stop() { b.done <- true }

// Queue has one goroutine that takes jobs and gives back what failed.
type Queue struct {
	jobs chan func() bool
}

func Start() *Queue {
	q := &Queue{jobs: make(chan func() bool)}
	go q.loop()
	return q
}

func (q *Queue) loop() {
	for j := range q.jobs {
		if !j() {
			q.jobs <- j // want `loop waits for itself: it sends to .*Queue.jobs, from which it alone receives`
		}
	}
}

func (q *Queue) Add(j func() bool) { q.jobs <- j }

// Writer is told to go on by itself when there is more in its queue, and by everybody who puts something in.
type Writer struct {
	mu    sync.Mutex
	lines []string
	more  chan struct{}
}

func NewWriter(write func(string)) *Writer {
	w := &Writer{more: make(chan struct{}, 1)}
	go w.run(write)
	return w
}

func (w *Writer) run(write func(string)) {
	for range w.more {
		w.mu.Lock()
		line := w.lines[0]
		w.lines = w.lines[1:]
		if len(w.lines) > 0 {
			w.more <- struct{}{} // want `run waits for itself when .*Put .* has sent before: it sends to .*Writer.more, from which it alone receives`
		}
		w.mu.Unlock()
		write(line)
	}
}

func (w *Writer) Put(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines, line)
	w.more <- struct{}{}
}
