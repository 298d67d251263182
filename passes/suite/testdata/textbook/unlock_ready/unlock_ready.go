// Package unlock_ready unlocks in a deferred literal unless a variable says that it has been done, and says so
// too early on one path.
package unlock_ready

import (
	"errors"
	"sync"
)

type Manager struct {
	mu      sync.Mutex
	started bool
	failed  chan error
}

func (m *Manager) Start(prepare func() error, done <-chan struct{}) error {
	m.mu.Lock()
	if m.started {
		m.mu.Unlock()
		return errors.New("started already")
	}
	m.started = true
	var ready bool
	defer func() {
		if !ready {
			m.mu.Unlock()
		}
	}()
	if err := prepare(); err != nil {
		return err
	}
	ready = true
	if m.failed == nil {
		return errors.New("nobody tells of failures") // want missingunlock
	}
	m.mu.Unlock()
	select {
	case <-done:
		return nil
	case err := <-m.failed:
		return err
	}
}
