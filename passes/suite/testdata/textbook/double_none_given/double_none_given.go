// Package double_none_given makes a timer with the lock held that its callback takes: the callback is called at once where
// no time is given, as here.
package double_none_given

import (
	"sync"
	"time"
)

type Timer struct {
	mu    sync.Mutex
	ended func()
	set   int
}

func After(ended func(), d time.Duration) *Timer {
	t := &Timer{ended: ended}
	t.Reset(d)
	return t
}

func (t *Timer) Reset(d time.Duration) {
	if d == 0 {
		t.end()
		return
	}
	t.mu.Lock()
	t.set++
	t.mu.Unlock()
}

func (t *Timer) end() {
	if t.ended != nil {
		t.ended()
	}
}

type Conns struct {
	mu     sync.Mutex
	timers map[string]*Timer
}

func (c *Conns) Add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timers[name] = After(func() { c.Remove(name) }, 0) // want doublelock
}

func (c *Conns) Remove(name string) {
	c.mu.Lock()
	delete(c.timers, name)
	c.mu.Unlock()
}
