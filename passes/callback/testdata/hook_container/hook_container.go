// Package hook_container calls functions out of a map that it was given, through what it
// keeps for itself.
package hook_container

import "sync"

type Callback func(m *Machine)

type Machine struct {
	mu        sync.Mutex
	state     string
	callbacks map[string]Callback
	change    func()
	changer   changer
}

// changer can be replaced in tests.
type changer interface{ run(m *Machine) }

type plain struct{}

func (plain) run(m *Machine) { m.change() }

func New(callbacks map[string]Callback) *Machine {
	m := &Machine{callbacks: map[string]Callback{}, changer: plain{}}
	for name, c := range callbacks {
		m.callbacks[name] = c
	}
	return m
}

func (m *Machine) State() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state
}

func (m *Machine) Event(to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c, ok := m.callbacks["before_"+to]; ok {
		c(m) // want `calls the user's hook_container.Machine.callbacks\[\] holding hook_container.Machine.mu`
	}
	m.change = func() {
		m.state = to
		m.enter()
	}
	m.changer.run(m) // want `run \(hook_container.go:\d+\) → .*enter \(hook_container.go:\d+\) calls the user's hook_container.Machine.callbacks\[\] holding`
}

func (m *Machine) enter() {
	if c, ok := m.callbacks[m.state]; ok {
		c(m)
	}
}
