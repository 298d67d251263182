// Package double_shared calls, with the lock of a server held, what takes the same lock
// through a pointer to it.
package double_shared

import "sync"

type Server struct {
	mu   sync.Mutex
	subs *subscriptions
}

type subscriptions struct {
	lock *sync.Mutex // the server's
	log  *Log
	n    int
}

type Log struct{ mu sync.Mutex }

func NewServer(l *Log) *Server {
	s := &Server{}
	s.subs = newSubscriptions(&s.mu, l)
	return s
}

func newSubscriptions(lock *sync.Mutex, l *Log) *subscriptions {
	return &subscriptions{lock: lock, log: l}
}

func (s *Server) Subscribe() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subs.add() // want doublelock
}

func (s *subscriptions) add() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.n++
}
