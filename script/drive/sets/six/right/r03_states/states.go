// Package states is a state machine whose transitions are declared before they are made.
package states

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// ErrTransition is wrapped by the error for a transition that is not allowed.
var ErrTransition = errors.New("transition is not allowed")

// A Hook is called after a transition. It may call the methods of the machine, for example to
// make the next transition, after which the hooks are called for that one.
type Hook func(from, to string)

// A Machine is always in one state. New makes one. All methods may be called from several
// goroutines.
type Machine struct {
	mu      sync.RWMutex
	state   string
	allowed map[string][]string
	hooks   []Hook
	history []string
}

// New returns a machine in a first state that allows no transitions yet.
func New(first string) *Machine {
	return &Machine{state: first, allowed: make(map[string][]string), history: []string{first}}
}

// Allow declares a transition. To declare it twice is the same as once.
func (m *Machine) Allow(from, to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.Contains(m.allowed[from], to) {
		m.allowed[from] = append(m.allowed[from], to)
	}
}

// OnChange adds a hook for the transitions that follow. A nil hook is ignored.
func (m *Machine) OnChange(hook Hook) {
	if hook == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hooks = append(m.hooks, hook)
}

// State returns the present state.
func (m *Machine) State() string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.state
}

// Can reports whether the machine may go to a state from the present one.
func (m *Machine) Can(to string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Contains(m.allowed[m.state], to)
}

// History returns the states that the machine was in, up to the present one.
func (m *Machine) History() []string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Clone(m.history)
}

// Move makes a transition and calls the hooks in the order in which they were added. To move to
// the present state does nothing. Of several goroutines that make the same transition at the
// same time, only one calls the hooks.
func (m *Machine) Move(to string) error {
	m.mu.Lock()
	from := m.state
	if from == to {
		m.mu.Unlock()
		return nil
	}
	if !slices.Contains(m.allowed[from], to) {
		m.mu.Unlock()
		return fmt.Errorf("from %q to %q: %w", from, to, ErrTransition)
	}
	m.state = to
	m.history = append(m.history, to)
	hooks := m.hooks
	m.mu.Unlock()
	for _, hook := range hooks {
		hook(from, to)
	}
	return nil
}
