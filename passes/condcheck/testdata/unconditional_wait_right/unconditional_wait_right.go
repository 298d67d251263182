// Package unconditional_wait_right waits for somebody who cannot have signalled yet.
package unconditional_wait_right

import "sync"

// Run starts the goroutine with the lock held, which that one takes first.
func Run(work func()) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	mu.Lock()
	go func() {
		work()
		mu.Lock()
		defer mu.Unlock()
		cond.Signal()
	}()
	cond.Wait()
	mu.Unlock()
}

type Task struct {
	mu   sync.Mutex
	cond *sync.Cond
	done bool
}

func Start(work func()) *Task {
	t := new(Task)
	t.cond = sync.NewCond(&t.mu)
	go func() {
		work()
		t.mu.Lock()
		t.done = true
		t.mu.Unlock()
		t.cond.Broadcast()
	}()
	return t
}

func (t *Task) Join() {
	t.mu.Lock()
	for !t.done {
		t.cond.Wait()
	}
	t.mu.Unlock()
}
