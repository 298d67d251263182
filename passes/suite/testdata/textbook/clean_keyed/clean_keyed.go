// Package clean_keyed has a lock for each key, and waits for it without the lock of the list.
package clean_keyed

import "sync"

type Files struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (f *Files) lock(name string) *sync.Mutex {
	f.mu.Lock()
	m, ok := f.locks[name]
	if !ok {
		m = new(sync.Mutex)
		f.locks[name] = m
	}
	f.mu.Unlock()
	m.Lock()
	return m
}

func (f *Files) Drop(name string) {
	m := f.lock(name)
	f.mu.Lock()
	delete(f.locks, name)
	f.mu.Unlock()
	m.Unlock()
}

// Move holds the locks of two names, which are two.
func (f *Files) Move(from string) {
	m := f.lock("from/" + from)
	defer m.Unlock()
	n := f.lock("to/" + from)
	n.Unlock()
}
