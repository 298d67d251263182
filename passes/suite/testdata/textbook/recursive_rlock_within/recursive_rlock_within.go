// Package recursive_rlock_within takes a lock again in shared mode behind another one. That is no second order of the two: who stores has the
// first one exclusively, so that nobody is behind it then.
package recursive_rlock_within

import "sync"

type Master struct {
	mu      sync.RWMutex
	indexes []*Index
}

type Index struct {
	mu    sync.RWMutex
	blobs map[string]int
}

func (m *Master) Each(f func(string)) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, x := range m.indexes {
		x.each(f)
	}
}

func (x *Index) each(f func(string)) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for blob := range x.blobs {
		f(blob)
	}
}

func (m *Master) place(string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.indexes)
}

// Sum asks for each while it goes through all.
func (m *Master) Sum() (n int) {
	m.Each(func(blob string) { n += m.place(blob) }) // want recursive-rlock
	return n
}

func (m *Master) Store(blob string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range m.indexes {
		x.mu.Lock()
		x.blobs[blob]++
		x.mu.Unlock()
	}
}
