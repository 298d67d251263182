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
