// Package defer_unlock can defer the unlock.
package defer_unlock

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Map struct {
	mu     sync.RWMutex
	closed bool
	m      map[string]int
}

func (m *Map) Set(k string, v int) error {
	m.mu.Lock()
	if m.closed {
		return errClosed // want `returns with .*Map.mu locked`
	}
	m.m[k] = v
	m.mu.Unlock()
	return nil
}

func (m *Map) Get(k string) (int, error) {
	m.mu.RLock()
	if m.closed {
		return 0, errClosed // want `returns with .*Map.mu locked`
	}
	if v, ok := m.m[k]; ok {
		m.mu.RUnlock()
		return v, nil
	}
	m.mu.RUnlock()
	return 0, nil
}
