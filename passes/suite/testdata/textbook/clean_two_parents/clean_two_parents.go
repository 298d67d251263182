// Package clean_two_parents is abba_shared for servers and clients: whose lock it is depends
// on the object, and that of a server is never held when something is logged.
package clean_two_parents

import "sync"

type Server struct {
	mu   sync.Mutex
	subs *subscriptions
}

type subscriptions struct {
	lock *sync.Mutex
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

type Client struct {
	mu   sync.Mutex
	subs *subscriptions
}

func NewClient(l *Log) *Client {
	c := &Client{}
	c.subs = newSubscriptions(&c.mu, l)
	return c
}

func (c *Client) Subscribe() { c.subs.add() }

func (s *subscriptions) add() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.n++
	s.log.print()
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
