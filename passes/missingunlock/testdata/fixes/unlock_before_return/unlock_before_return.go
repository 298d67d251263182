// Package unlock_before_return does something after the unlock, which has to
// stay outside.
package unlock_before_return

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Map struct {
	mu     sync.Mutex
	closed bool
	m      map[string]int
	seen   func(string)
}

func (m *Map) Set(k string, v int) error {
	m.mu.Lock()
	if m.closed {
		return errClosed // want `returns with .*Map.mu locked`
	}
	m.m[k] = v
	m.mu.Unlock()
	m.seen(k)
	return nil
}
