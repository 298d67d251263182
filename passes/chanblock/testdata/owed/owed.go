// Package owed returns without an operation that others wait for.
package owed

import (
	"errors"
	"sync"
)

// A Limiter has places, and loses one with each failure.
type Limiter struct{ places chan struct{} }

func New(n int) *Limiter { return &Limiter{places: make(chan struct{}, n)} }

func (l *Limiter) Do(f func() error) error {
	l.places <- struct{}{}
	if err := f(); err != nil {
		return err // want "Do returns with the place of owed.Limiter.places that it takes in line 15, which other paths give back"
	}
	<-l.places
	return nil
}

type call struct {
	done  chan struct{}
	value int
}

// A Cache lets the first caller load a value.
type Cache struct {
	mu    sync.Mutex
	calls map[string]*call
}

var errEmpty = errors.New("empty")

func (c *Cache) Get(key string, load func(string) (int, error)) (int, error) {
	c.mu.Lock()
	if known := c.calls[key]; known != nil {
		c.mu.Unlock()
		<-known.done
		return known.value, nil
	}
	mine := &call{done: make(chan struct{})}
	c.calls[key] = mine
	c.mu.Unlock()
	value, err := load(key)
	switch {
	case err != nil:
		return 0, err // want "Get returns without the close of owed.call.done"
	case value == 0:
		close(mine.done)
		return 0, errEmpty
	}
	mine.value = value
	close(mine.done)
	return value, nil
}
