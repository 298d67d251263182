// Package unconditional_wait waits without asking whether it has to.
package unconditional_wait

import "sync"

type Task struct {
	mu   sync.Mutex
	cond *sync.Cond
}

func Start(work func()) *Task {
	t := new(Task)
	t.cond = sync.NewCond(&t.mu)
	go func() {
		work()
		t.cond.Broadcast()
	}()
	return t
}

func (t *Task) Join() {
	t.mu.Lock()
	t.cond.Wait() // want `Task.cond.Wait without a test of what is waited for: a wake-up that came before is missed`
	t.mu.Unlock()
}

// A Loader lets all but the first one wait for what the first one loads.
type Loader struct {
	mu      sync.Mutex
	loading map[string]*sync.Cond
}

func (l *Loader) Load(key string, load func()) {
	l.mu.Lock()
	if cond, ok := l.loading[key]; ok {
		l.mu.Unlock()
		cond.L.Lock()
		cond.Wait() // want `Loader.loading is tested before the lock is taken and not again: a wake-up that comes between the test and .*Loader.loading.. ?.Wait is missed`
		cond.L.Unlock()
		return
	}
	cond := sync.NewCond(new(sync.Mutex))
	l.loading[key] = cond
	l.mu.Unlock()
	load()
	l.mu.Lock()
	cond.Broadcast()
	delete(l.loading, key)
	l.mu.Unlock()
}
