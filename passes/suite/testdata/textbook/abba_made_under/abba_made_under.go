// Package abba_made_under locks objects that it has made before it took the other lock, or whose goroutine runs.
package abba_made_under

import "sync"

type Conn struct {
	mu     sync.Mutex
	server *Server
	n      int
}

func newConn(s *Server) *Conn { return &Conn{server: s} }

func (c *Conn) send() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

type Server struct {
	mu   sync.Mutex
	next *Conn
	n    int
}

func (s *Server) Open() {
	s.next = newConn(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next.send() // want lockorder
}

func (c *Conn) Renew() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.server.count()
}

func (s *Server) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}

type Worker struct {
	mu   sync.Mutex
	pool *Pool
	n    int
}

type Pool struct {
	mu   sync.Mutex
	next *Worker
	n    int
}

func (w *Worker) run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pool.done() // want lockorder
}

func (w *Worker) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
}

func (p *Pool) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
}

func (p *Pool) Start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = &Worker{pool: p}
	go p.next.run()
	p.next.begin()
}
