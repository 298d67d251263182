// Package unlock_perhaps releases a lock, and calls what releases it in any case.
package unlock_perhaps

import "sync"

type socket struct {
	mu    sync.Mutex
	creds []string
}

// Login looks for what is known before it asks.
func (s *socket) Login(cred string) error {
	s.mu.Lock()
	for _, c := range s.creds {
		if c == cred {
			s.mu.Unlock()
			return nil
		}
	}
	s.mu.Unlock()
	return s.steps(cred) // want unlock-unlocked
}

func (s *socket) steps(cred string) error {
	if cred != "" {
		s.creds = append(s.creds, cred)
	}
	s.mu.Unlock()
	return nil
}
