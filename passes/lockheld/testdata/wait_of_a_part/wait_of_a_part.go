// Package wait_of_a_part closes, with its lock held, a part behind an interface that waits for who needs the lock.
package wait_of_a_part

import "sync"

type Closer interface{ Close() }

type Server struct {
	mu   sync.Mutex
	part Closer
	n    int
}

type Loop struct {
	server *Server
	stop   chan struct{}
	wg     sync.WaitGroup
}

func New() *Server {
	s := &Server{}
	l := &Loop{server: s, stop: make(chan struct{})}
	s.part = l
	l.wg.Add(1)
	go l.run()
	return s
}

func (l *Loop) run() {
	defer l.wg.Done()
	<-l.stop
	l.server.mu.Lock()
	l.server.n++
	l.server.mu.Unlock()
}

func (l *Loop) Close() {
	close(l.stop)
	l.wg.Wait()
}

func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.part.Close() // want `waits for WaitGroup .*Loop.wg holding .*Server.mu`
}
