// Package abba_shared shares the lock of a server with its subscriptions, through which
// it is taken in the other order.
package abba_shared

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

func (s *Server) Subscribe() { s.subs.add() }

func (s *subscriptions) add() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.n++
	s.log.print() // want lockorder
}

func (l *Log) print() {
	l.mu.Lock()
	defer l.mu.Unlock()
}

func (l *Log) Flush(s *Server) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
}
