// Package clean_config comes to another object of the same type through one that
// was made from a configuration.
package clean_config

import (
	"errors"
	"sync"
)

type Map struct {
	sync.RWMutex
	hosts map[int]int
}

func (m *Map) Add(ip int) {
	m.Lock()
	defer m.Unlock()
	m.hosts[ip]++
}

type Manager struct {
	main  *Map
	house *House
	face  *Face
}

type House struct{ others []int }

// Writer is what a House sends with.
type Writer interface{ Send(ip int) }

func (h *House) Query(w Writer) {
	for _, n := range h.others {
		w.Send(n)
	}
}

type Face struct{ manager *Manager }

type Config struct {
	Manager *Manager
	Name    string
}

func NewFace(c *Config) (*Face, error) {
	if c.Name == "" {
		return nil, errors.New("no name")
	}
	f := &Face{manager: c.Manager}
	return f, nil
}

func Start(h *House) (*Manager, error) {
	m := &Manager{main: &Map{}, house: h}
	c := &Config{Manager: &Manager{main: &Map{}, house: &House{}}, Name: "tun"}
	f, err := NewFace(c)
	if err != nil {
		return nil, err
	}
	m.face = f
	return m, nil
}

func (m *Manager) Get(ip int) int {
	m.main.RLock()
	defer m.main.RUnlock()
	if n, ok := m.main.hosts[ip]; ok {
		return n
	}
	return m.start()
}

func (m *Manager) start() int {
	m.house.Query(m.face)
	return 0
}

func (f *Face) Send(ip int) { f.manager.Get(ip) }
