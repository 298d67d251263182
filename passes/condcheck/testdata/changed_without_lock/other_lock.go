package changed_without_lock

import "sync"

type Semaphore struct {
	mu    sync.Mutex
	count sync.Mutex
	cond  *sync.Cond
	free  int
}

func NewSemaphore(n int) *Semaphore {
	s := &Semaphore{free: n}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *Semaphore) Acquire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.free == 0 {
		s.cond.Wait()
	}
	s.count.Lock()
	s.free--
	s.count.Unlock()
}

func (s *Semaphore) Release() {
	s.count.Lock()
	s.free++ // want "is what waiters of .*cond test, and is written without .*Semaphore.mu, the lock of the Cond"
	s.count.Unlock()
	s.cond.Signal()
}
