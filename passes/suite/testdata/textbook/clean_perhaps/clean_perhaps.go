// Package clean_perhaps has functions that take and release a lock as a variable says, which others set as well.
package clean_perhaps

import "sync"

type socket struct {
	mu    sync.Mutex
	creds []string
	queue []func() error
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
	return s.steps(cred)
}

func (s *socket) steps(cred string) error {
	locked := false
	lock := func(b bool) {
		if locked != b {
			locked = b
			if b {
				s.mu.Lock()
			} else {
				s.mu.Unlock()
			}
		}
	}
	lock(true)
	defer lock(false)
	for range 3 {
		lock(false)
		err := s.run(func() error {
			lock(true)
			s.creds = append(s.creds, cred)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *socket) run(f func() error) error {
	s.queue = append(s.queue, f)
	return f()
}
