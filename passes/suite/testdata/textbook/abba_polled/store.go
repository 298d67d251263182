// Package abba_polled: a test asks in a literal that it passes on twice, with the lock held that the other side wants; a helper is called with one held.
package abba_polled

import "sync"

type Store struct {
	mu    sync.Mutex
	items map[string]int
	index *Index
}

type Index struct {
	mu   sync.Mutex
	keys []string
}

type Log struct {
	mu    sync.Mutex
	lines []string
}

func (s *Store) Put(key string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[key] = n
	s.index.add(key) // want lockorder
}

func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (i *Index) add(key string) {
	i.mu.Lock()
	i.keys = append(i.keys, key)
	i.mu.Unlock()
}

func (l *Log) Append(line string) {
	l.mu.Lock()
	l.lines = append(l.lines, line)
	l.mu.Unlock()
}

func (i *Index) Flush(l *Log) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, k := range i.keys {
		l.Append(k) // want lockorder
	}
}
