// Package abba_keyed has a lock for each key, makes it when it is asked for, and waits for it with the lock of the list.
package abba_keyed

import "sync"

type Files struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (f *Files) lock(name string) *sync.Mutex {
	f.mu.Lock()
	defer f.mu.Unlock()
	m, ok := f.locks[name]
	if !ok {
		m = new(sync.Mutex)
		f.locks[name] = m
	}
	m.Lock() // want lockorder
	return m
}

func (f *Files) Drop(name string) {
	m := f.lock(name)
	f.mu.Lock()
	delete(f.locks, name)
	f.mu.Unlock()
	m.Unlock()
}
