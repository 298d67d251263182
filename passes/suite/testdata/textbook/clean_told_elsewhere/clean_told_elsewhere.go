// Package clean_told_elsewhere unlocks in the middle of what it goes on to do, and at its
// end unless that was done.
package clean_told_elsewhere

import (
	"errors"
	"sync"
)

type Machine struct {
	mu    sync.Mutex
	state string
	enter func(string)
}

func (m *Machine) Event(to string) error {
	m.mu.Lock()
	var unlocked bool
	defer func() {
		if !unlocked {
			m.mu.Unlock()
		}
	}()
	if m.state == to {
		return errors.New("no transition")
	}
	change := func(later bool) func() {
		return func() {
			m.state = to
			if !later {
				m.mu.Unlock()
				unlocked = true
			}
			m.enter(to)
		}
	}
	change(false)()
	return nil
}

func (m *Machine) State() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state
}
