// Package double_own_method keeps a method of an object in a field of it, and calls it with the lock that it takes.
package double_own_method

import "sync"

type Machine struct {
	mu   sync.Mutex
	next func()
	n    int
}

func New() *Machine {
	m := new(Machine)
	m.next = m.step
	return m
}

func (m *Machine) step() {
	if m.left() {
		m.next()
	}
}

func (m *Machine) left() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n--
	return m.n > 0
}

func (m *Machine) Run() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next() // want doublelock
}

type Hooked struct {
	mu   sync.Mutex
	hook func(int)
	last int
}

func (h *Hooked) note(n int) {
	h.mu.Lock()
	h.last = n
	h.mu.Unlock()
}

func (h *Hooked) with(f func(int)) *Hooked {
	h.hook = f
	return h
}

func NewHooked() *Hooked {
	h := &Hooked{}
	return h.with(h.note)
}

func (h *Hooked) Set(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hook(n) // want doublelock
}
