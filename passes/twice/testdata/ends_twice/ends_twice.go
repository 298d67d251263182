// Package ends_twice ends things whatever happened before.
package ends_twice

import "sync"

type Conn struct {
	mu   sync.Mutex
	done chan struct{}
}

func NewConn() *Conn { return &Conn{done: make(chan struct{})} }

func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.done) // want `a second call of Close closes a channel that the first one has closed: the program dies`
	return nil
}

type Server struct {
	stop chan struct{}
	work chan func()
}

func NewServer() *Server { return &Server{stop: make(chan struct{}), work: make(chan func())} }

func (s *Server) Serve() {
	for {
		select {
		case <-s.stop:
			return
		case f := <-s.work:
			f()
		}
	}
}

func (s *Server) Stop() {
	s.stop <- struct{}{} // want `a second call of Stop sends to a goroutine that ends after its first receive, and blocks for ever`
}

type Writer struct{ lines chan string }

func NewWriter() *Writer { return &Writer{lines: make(chan string)} }

func (w *Writer) Close() {
	if w.lines != nil {
		close(w.lines) // want `a second call at the same time, which passes the test as well, of Close closes a channel`
		w.lines = nil
	}
}
