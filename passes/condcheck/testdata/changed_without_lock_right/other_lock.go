package changed_without_lock_right

import "sync"

// A Semaphore signals with the lock of the Cond, which it knows by two names.
type Semaphore struct {
	mu    sync.Mutex
	lock  sync.Locker
	count sync.Mutex
	cond  *sync.Cond
	free  int
}

func NewSemaphore(n int) *Semaphore {
	s := &Semaphore{free: n}
	s.lock = &s.mu
	s.cond = sync.NewCond(s.lock)
	return s
}

func (s *Semaphore) Acquire() {
	s.lock.Lock()
	defer s.lock.Unlock()
	for s.free == 0 {
		s.cond.Wait()
	}
	s.free--
}

func (s *Semaphore) Release() {
	s.mu.Lock()
	s.free++
	s.mu.Unlock()
	s.cond.Signal()
}

func (s *Semaphore) ReleaseAll(n int) {
	s.count.Lock()
	s.lock.Lock()
	s.free += n
	s.lock.Unlock()
	s.count.Unlock()
	s.cond.Broadcast()
}
