// Package commanded_fixed is the twin of commanded, which gives its lock back where a sealed session is flushed.
package commanded_fixed

import (
	"errors"
	"sync"
)

// ErrCommand is that a command does not fit the state of its session.
var ErrCommand = errors.New("commanded_fixed: not now")

// States of a session.
const (
	closed = iota
	open
	tagged
	sealed
)

// A Session is one of a client.
type Session struct {
	mu    sync.Mutex
	state int
	sent  int
}

// Do runs a command: hello, tag, seal, flush, reset or noop.
func (s *Session) Do(command string) error {
	s.mu.Lock()
	switch {
	case command == "noop":
	case command == "reset":
		s.state = closed
	case command == "hello" && s.state == closed:
		s.state = open
	case command == "tag" && s.state == open:
		s.state = tagged
	case command == "seal" && s.state == tagged:
		s.state = sealed
	case command == "flush" && s.state == sealed:
		s.sent++
		s.mu.Unlock()
		return nil
	default:
		s.mu.Unlock()
		return ErrCommand
	}
	s.mu.Unlock()
	return nil
}

// Sent is the number of flushes.
func (s *Session) Sent() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}
