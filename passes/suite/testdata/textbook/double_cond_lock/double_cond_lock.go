// Package double_cond_lock locks by the name that a Cond has for its lock, and again by that of the object.
package double_cond_lock

import "sync"

type Queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	items []int
}

func NewQueue() *Queue {
	q := &Queue{}
	q.ready = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Take() int {
	q.ready.L.Lock()
	defer q.ready.L.Unlock()
	for q.size() == 0 { // want doublelock
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

func (c *Config) Run() {
	c.changed.L.Lock()
	defer c.changed.L.Unlock()
	c.get() // want recursive-rlock
}

func (c *Config) get() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.version
}

func (c *Config) Set(version int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = version
	c.changed.Broadcast()
}

// Peek has a name for the lock of readers.
func (c *Config) Peek() int {
	reader := c.mu.RLocker()
	reader.Lock()
	defer reader.Unlock()
	return c.get() // want recursive-rlock
}
