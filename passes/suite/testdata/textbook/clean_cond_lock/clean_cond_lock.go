// Package clean_cond_lock has Conds whose locks are others than those that are taken below them, or released before.
package clean_cond_lock

import "sync"

type Queue struct {
	mu    sync.Mutex
	wait  sync.Mutex
	ready *sync.Cond
	items []int
}

func NewQueue() *Queue {
	q := &Queue{}
	q.ready = sync.NewCond(&q.wait)
	return q
}

func (q *Queue) Take() int {
	q.ready.L.Lock()
	defer q.ready.L.Unlock()
	for q.size() == 0 {
		q.ready.Wait()
	}
	return q.items[0]
}

func (q *Queue) Put(item int) {
	q.ready.L.Lock()
	q.items = append(q.items, item)
	q.ready.L.Unlock()
	q.ready.Signal()
}

func (q *Queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items)
}

type Config struct {
	mu      sync.RWMutex
	changed *sync.Cond
	version int
}

func NewConfig() *Config {
	c := &Config{}
	c.changed = sync.NewCond(c.mu.RLocker())
	return c
}

func (c *Config) Run() int {
	c.changed.L.Lock()
	for c.version == 0 {
		c.changed.Wait()
	}
	c.changed.L.Unlock()
	return c.get()
}

func (c *Config) get() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.version
}

// Set unlocks by the other name.
func (c *Config) Set(version int) {
	c.mu.Lock()
	c.version = version
	c.mu.Unlock()
	c.changed.Broadcast()
}

// Either has its lock by one name or the other.
func (q *Queue) Either(own bool) int {
	if own {
		q.wait.Lock()
	} else {
		q.ready.L.Lock()
	}
	defer q.wait.Unlock()
	return len(q.items)
}

// A Shared is made with a lock that others have as well.
type Shared struct {
	mu    sync.Mutex
	ready *sync.Cond
}

func NewShared(with sync.Locker) *Shared { return &Shared{ready: sync.NewCond(with)} }

func (s *Shared) Use() {
	s.ready.L.Lock()
	defer s.ready.L.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
}
