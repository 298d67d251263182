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

// A Loader lets all but the first one wait for what the first one loads, under the
// one lock.
type Loader struct {
	mu      sync.Mutex
	loading map[string]*sync.Cond
}

func (l *Loader) Load(key string, load func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cond, ok := l.loading[key]; ok {
		for l.loading[key] == cond {
			cond.Wait()
		}
		return
	}
	cond := sync.NewCond(&l.mu)
	l.loading[key] = cond
	l.mu.Unlock()
	load()
	l.mu.Lock()
	delete(l.loading, key)
	cond.Broadcast()
}
