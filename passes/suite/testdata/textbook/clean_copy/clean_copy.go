// Package clean_copy reads one store while it writes another one, and elsewhere
// takes both locks of a single store in the other order.
package clean_copy

import "sync"

type Store struct {
	write sync.Mutex
	read  sync.RWMutex
	data  map[string]string
}

func (s *Store) Set(k, v string) {
	s.write.Lock()
	defer s.write.Unlock()
	s.read.Lock()
	defer s.read.Unlock()
	s.data[k] = v
}

func (s *Store) Each(f func(k, v string)) {
	s.read.RLock()
	defer s.read.RUnlock()
	for k, v := range s.data {
		f(k, v)
	}
}

func (s *Store) put(k, v string) {
	s.write.Lock()
	defer s.write.Unlock()
	s.data[k] = v
}

func Copy(dst, src *Store) {
	src.Each(func(k, v string) { dst.put(k, v) })
}
