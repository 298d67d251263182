// Package wait_with_two_locks waits with a second lock that the signaller needs.
package wait_with_two_locks

import "sync"

type Store struct {
	mu    sync.Mutex
	queue *Queue
	kept  int
}

type Queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func NewStore() *Store {
	q := new(Queue)
	q.cond = sync.NewCond(&q.mu)
	return &Store{queue: q}
}

func (s *Store) Take() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	for len(s.queue.items) == 0 {
		s.queue.cond.Wait() // want `waits for a wake-up by .*Queue.cond holding .*Store.mu .*but .*Put .*takes that lock before it answers`
	}
	v := s.queue.items[0]
	s.queue.items = s.queue.items[1:]
	return v
}

func (s *Store) Put(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept++
	s.queue.mu.Lock()
	s.queue.items = append(s.queue.items, v)
	s.queue.mu.Unlock()
	s.queue.cond.Signal()
}

// Log has a Cond by value.
type Log struct {
	mu    sync.Mutex
	state sync.Mutex
	cond  sync.Cond
	lines int
}

func NewLog() *Log {
	l := new(Log)
	l.cond.L = &l.mu
	return l
}

func (l *Log) Await() {
	l.state.Lock()
	defer l.state.Unlock()
	l.mu.Lock()
	for l.lines == 0 {
		l.cond.Wait() // want `holding .*Log.state`
	}
	l.mu.Unlock()
}

func (l *Log) Write() {
	l.state.Lock()
	defer l.state.Unlock()
	l.mu.Lock()
	l.lines++
	l.mu.Unlock()
	l.cond.Broadcast()
}

// A Job is the lock of its own Cond, by what it embeds, and has another one.
type Job struct {
	sync.Mutex
	state sync.Mutex
	ready bool
}

func Run(work func()) {
	j := &Job{}
	cond := sync.NewCond(j)
	go func() {
		j.state.Lock()
		defer j.state.Unlock()
		j.Lock()
		j.ready = true
		cond.Signal()
		j.Unlock()
		work()
	}()
	j.state.Lock()
	defer j.state.Unlock()
	j.Lock()
	for !j.ready {
		cond.Wait() // want `holding .*Job.state`
	}
	j.Unlock()
}

// A Pool keeps the lock of its Cond as a Locker, and has another one.
type Pool struct {
	lock  sync.Locker
	state sync.Mutex
	cond  *sync.Cond
	free  []int
}

func NewPool() *Pool {
	lock := new(sync.Mutex)
	return &Pool{lock: lock, cond: sync.NewCond(lock)}
}

func (p *Pool) Get() int {
	p.state.Lock()
	defer p.state.Unlock()
	p.lock.Lock()
	defer p.lock.Unlock()
	for len(p.free) == 0 {
		p.cond.Wait() // want `holding .*Pool.state`
	}
	v := p.free[0]
	p.free = p.free[1:]
	return v
}

func (p *Pool) Put(v int) {
	p.state.Lock()
	defer p.state.Unlock()
	p.lock.Lock()
	defer p.lock.Unlock()
	p.free = append(p.free, v)
	p.cond.Signal()
}
