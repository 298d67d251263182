// Package wait_of_a_part_right closes, with its lock held, a part behind an interface that objects of its own kind
// have as well: each lets go of its own lock before it waits.
package wait_of_a_part_right

import "sync"

type Closer interface{ Close() }

type Server struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	stop chan struct{}
	part Closer
	n    int
}

func New(part Closer) *Server {
	s := &Server{part: part, stop: make(chan struct{})}
	s.wg.Add(1)
	go s.run()
	return s
}

func Pair() Closer { return New(New(nil)) }

func (s *Server) run() {
	defer s.wg.Done()
	<-s.stop
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	if s.part != nil {
		s.part.Close()
	}
	s.mu.Unlock()
	s.wg.Wait()
	s.mu.Lock()
}
