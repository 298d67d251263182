// Package clean_own_method keeps methods in fields: of another object, or of the object itself, which is called without the lock.
package clean_own_method

import "sync"

type Machine struct {
	mu   sync.Mutex
	next func() bool
	n    int
}

func New() *Machine {
	m := new(Machine)
	m.next = m.left
	return m
}

func (m *Machine) left() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n--
	return m.n > 0
}

func (m *Machine) Run() {
	m.mu.Lock()
	m.n++
	m.mu.Unlock()
	m.next()
}

// A Level notes what happens in the one above.
type Level struct {
	mu   sync.Mutex
	tell func(int)
	last int
}

func (l *Level) note(n int) {
	l.mu.Lock()
	l.last = n
	l.mu.Unlock()
}

func Below(up *Level) *Level {
	l := &Level{}
	l.tell = up.note
	return l
}

func (l *Level) Set(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = n
	if l.tell != nil {
		l.tell(n)
	}
}
