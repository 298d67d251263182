// Package once_fixed fills an index at its first use, in the other order of the locks. Each call that takes both locks has passed the Once before.
package once_fixed

import "sync"

type Store struct {
	once  sync.Once
	mu    sync.Mutex
	items []string
	index Index
}

type Index struct {
	mu sync.Mutex
	at map[string]int
}

func (s *Store) fill() {
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.index.at = map[string]int{}
	for i, item := range s.items {
		s.index.at[item] = i
	}
}

// Find is where an item is.
func (s *Store) Find(item string) int {
	s.once.Do(s.fill)
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	return s.index.at[item]
}

// Add adds an item.
func (s *Store) Add(item string) {
	s.once.Do(s.fill)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, item)
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	s.index.at[item] = len(s.items) - 1
}
