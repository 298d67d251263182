package unlooped

import "sync"

type T struct {
	mu    sync.Mutex
	ready bool
	cond  *sync.Cond
}

func New() *T {
	t := new(T)
	t.cond = sync.NewCond(&t.mu)
	return t
}

func (t *T) Wait() {
	t.mu.Lock()
	if !t.ready {
		t.cond.Wait()
	}
	t.mu.Unlock()
}

func (t *T) Set() {
	t.mu.Lock()
	t.ready = true
	t.cond.Broadcast()
	t.mu.Unlock()
}

func (t *T) Reset() {
	t.mu.Lock()
	t.ready = false
	t.mu.Unlock()
}
