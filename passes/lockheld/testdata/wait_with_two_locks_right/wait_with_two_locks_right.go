// Package wait_with_two_locks_right waits with a second lock that nobody needs
// for the answer, or with none.
package wait_with_two_locks_right

import "sync"

type Store struct {
	take  sync.Mutex // one taker at a time
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func NewStore() *Store {
	s := new(Store)
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *Store) Take() int {
	s.take.Lock()
	defer s.take.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.items) == 0 {
		s.cond.Wait()
	}
	v := s.items[0]
	s.items = s.items[1:]
	return v
}

func (s *Store) Put(v int) {
	s.mu.Lock()
	s.items = append(s.items, v)
	s.mu.Unlock()
	s.cond.Signal()
}

// A Job is the lock of its own Cond, by what it embeds.
type Job struct {
	sync.Mutex
	ready bool
}

func Run(work func()) {
	j := &Job{}
	cond := sync.NewCond(j)
	go func() {
		j.Lock()
		j.ready = true
		cond.Signal()
		j.Unlock()
		work()
	}()
	j.Lock()
	for !j.ready {
		cond.Wait()
	}
	j.Unlock()
}

// A Pool keeps the lock of its Cond as a Locker.
type Pool struct {
	lock sync.Locker
	cond *sync.Cond
	free []int
}

func NewPool() *Pool {
	lock := new(sync.Mutex)
	return &Pool{lock: lock, cond: sync.NewCond(lock)}
}

func (p *Pool) Get() int {
	p.lock.Lock()
	defer p.lock.Unlock()
	for len(p.free) == 0 {
		p.cond.Wait()
	}
	v := p.free[0]
	p.free = p.free[1:]
	return v
}

func (p *Pool) Put(v int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.free = append(p.free, v)
	p.cond.Signal()
}
