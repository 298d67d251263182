// Command double_given_itself calls a function that is given itself, and locks again through an interface.
package main

import "sync"

type Step func(next Step, n int)

type Observer interface{ Each(step Step) }

type Model struct {
	mu  sync.Mutex
	obs Observer
	n   int
}

func NewModel() *Model {
	m := new(Model)
	m.obs = m
	return m
}

func (m *Model) Each(step Step) {
	step(step, 3)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n++
}

func down(next Step, n int) {
	if n > 0 {
		next(next, n-1)
	}
}

func (m *Model) Set(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n = n
	m.obs.Each(down) // want doublelock
}

func main() { NewModel().Set(1) }
