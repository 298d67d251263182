// Package owed_right looks like package owed.
package owed_right

import "sync"

// A Limiter gives each place back.
type Limiter struct {
	places chan struct{}
	log    chan struct{}
	shared bool
}

func New(n int) *Limiter {
	return &Limiter{places: make(chan struct{}, n), log: make(chan struct{}, 1)}
}

func (l *Limiter) Do(f func() error) error {
	l.places <- struct{}{}
	err := f()
	if err == nil {
		<-l.places
	}
	if err != nil {
		<-l.places
		return err
	}
	return nil
}

func (l *Limiter) Later(f func() error) {
	l.places <- struct{}{}
	if l.shared {
		go func() {
			f()
			<-l.places
		}()
		return
	}
	f()
	<-l.places
}

// Acquire returns with the place of the log where it succeeds.
func (l *Limiter) Acquire(f func() error) error {
	l.log <- struct{}{}
	if err := f(); err != nil {
		<-l.log
		return err
	}
	return nil
}

func (l *Limiter) Release() { <-l.log }

type call struct {
	done  chan struct{}
	value int
	err   error
}

// A Cache answers also where the call fails.
type Cache struct {
	mu    sync.Mutex
	calls map[string]*call
	full  bool
}

func (c *Cache) Get(key string, load func(string) (int, error)) (int, error) {
	c.mu.Lock()
	if known := c.calls[key]; known != nil {
		c.mu.Unlock()
		<-known.done
		return known.value, known.err
	}
	mine := &call{done: make(chan struct{})}
	c.calls[key] = mine
	if c.full {
		delete(c.calls, key)
		c.mu.Unlock()
		return load(key)
	}
	c.mu.Unlock()
	mine.value, mine.err = load(key)
	if mine.err != nil {
		close(mine.done)
		return 0, mine.err
	}
	close(mine.done)
	return mine.value, nil
}

// Start has another goroutine answer.
func (c *Cache) Start(key string, load func(string) (int, error)) *call {
	mine := &call{done: make(chan struct{})}
	c.mu.Lock()
	c.calls[key] = mine
	c.mu.Unlock()
	go func() {
		mine.value, mine.err = load(key)
		close(mine.done)
	}()
	return mine
}
