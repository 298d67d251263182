// Package clean_returns_lock returns the lock that it holds, for the caller to release.
package clean_returns_lock

import (
	"errors"
	"sync"
)

type Conn struct {
	mu   sync.Mutex
	next func() (int, error)
}

var errLost = errors.New("lost")

func (c *Conn) await(id int) (lock *sync.Mutex, err error) {
	for {
		c.mu.Lock()
		got, e := c.next()
		if e != nil {
			c.mu.Unlock()
			return nil, errLost
		}
		if got == id {
			lock = &c.mu
			break
		}
		c.mu.Unlock()
	}
	return
}

func (c *Conn) Read(id int) error {
	lock, err := c.await(id)
	if err != nil {
		return err
	}
	lock.Unlock()
	return nil
}

func (c *Conn) locker(write bool) (l sync.Locker) {
	defer func() { c.next() }()
	c.mu.Lock()
	if !write {
		c.mu.Unlock()
		return nil
	}
	l = &c.mu
	return l
}

func (c *Conn) Write() {
	if l := c.locker(true); l != nil {
		l.Unlock()
	}
}
