// Command double_interface locks again through an interface that leads back.
package main

import "sync"

type Observer interface{ Changed() }

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

func (m *Model) Changed() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n++
}

func (m *Model) Set(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n = n
	m.obs.Changed() // want doublelock
}

func main() { NewModel().Set(1) }
