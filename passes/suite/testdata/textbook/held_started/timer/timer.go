// Package timer calls a function again and again.
package timer

import (
	"sync"
	"time"
)

type Timer struct {
	mu      sync.Mutex
	running bool
	every   time.Duration
	stop    chan struct{}
}

func New(every time.Duration) *Timer { return &Timer{every: every, stop: make(chan struct{})} }

// Start calls do until Stop.
func (t *Timer) Start(do func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.running {
		t.running = true
		go t.run(do)
	}
}

func (t *Timer) run(do func()) {
	for {
		select {
		case <-t.stop:
			return
		case <-time.After(t.every):
		}
		do()
	}
}

// Stop returns when do is not called any more.
func (t *Timer) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running {
		t.running = false
		t.stop <- struct{}{}
	}
}
