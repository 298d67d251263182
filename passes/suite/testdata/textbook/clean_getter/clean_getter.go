// Package clean_getter asks a method twice whether there is anything to lock: it only returns a field.
package clean_getter

import "sync"

type Session struct{ serial bool }

func (s *Session) Serial() bool { return s.serial }

type Stream struct {
	session *Session
	mu      sync.Mutex
	n       int
}

func (s *Stream) Write(p []byte) int {
	if s.session.Serial() {
		s.mu.Lock()
	}
	s.n += len(p)
	if s.session.Serial() {
		s.mu.Unlock()
	}
	return s.n
}
