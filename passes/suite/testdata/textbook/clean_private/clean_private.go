// Package clean_private locks objects in called functions that nobody else knows
// yet: no order between locks comes of it.
package clean_private

import "sync"

type Index struct {
	mu    sync.RWMutex
	names map[string]bool
	owner *Store
}

func newIndex() *Index { return &Index{names: map[string]bool{}} }

func (x *Index) Insert(name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.names[name] = true
}

// Each holds the index and asks the store.
func (x *Index) Each(f func(int)) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for name := range x.names {
		f(x.owner.Get(name))
	}
}

type Store struct {
	mu   sync.Mutex
	data map[string]int
	all  *Index
}

func (s *Store) Get(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data[name]
}

// Rebuild holds the store and fills an index of its own.
func (s *Store) Rebuild(names []string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scan(names)
}

func (s *Store) scan(names []string) int {
	var x *Index
	refresh := func() {
		x = newIndex()
		for _, n := range names {
			x.Insert(n)
		}
	}
	refresh()
	return len(x.names)
}
