// Package hook_container_right unlocks on the way to what it was given.
package hook_container_right

import "sync"

type Callback func(m *Machine)

type Machine struct {
	mu        sync.Mutex
	state     string
	callbacks map[string]Callback
	known     map[string]func() string
	change    func()
	changer   changer
}

type changer interface{ run(m *Machine) }

type plain struct{}

func (plain) run(m *Machine) { m.change() }

func New(callbacks map[string]Callback) *Machine {
	m := &Machine{callbacks: map[string]Callback{}, known: map[string]func() string{}, changer: plain{}}
	m.known["idle"] = func() string { return "idle" }
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
	if f, ok := m.known[to]; ok {
		to = f()
	}
	m.change = func() {
		m.state = to
		m.mu.Unlock()
		m.enter()
	}
	m.changer.run(m)
}

func (m *Machine) enter() {
	if c, ok := m.callbacks[m.state]; ok {
		c(m)
	}
}
