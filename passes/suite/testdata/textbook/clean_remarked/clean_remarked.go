// Package clean_remarked leaves a lock locked on purpose, and says so beside it. In unlock_nobody
// nothing is said.
package clean_remarked

import "sync"

type Source struct {
	mu    sync.Mutex
	names []string
}

func (s *Source) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = append(s.names, name)
}

// Shutdown ends the use of s: whoever adds to it afterwards waits for ever.
func (s *Source) Shutdown() {
	s.mu.Lock() // deliberately not unlocked
	s.names = nil
}
