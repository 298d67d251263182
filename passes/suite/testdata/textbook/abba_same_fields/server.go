// Package abba_same_fields gives an object methods of a second type that is declared by the first one, and takes its locks in
// both orders.
package abba_same_fields

import (
	"sync"
	"time"
)

type Server struct {
	mu       sync.Mutex
	conns    sync.Mutex
	handlers map[string]func()
	closed   bool
}

func (s *Server) Add(name string, handler func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.conns.Lock() // want lockorder
	s.handlers[name] = handler
	s.conns.Unlock()
}

// A Conn tells its server when it is over.
type Conn struct {
	name string
	of   interface{ expire(name string) }
}

func (s *Server) Conn(name string) *Conn { return &Conn{name, (*handlers)(s)} }

func (c *Conn) Close() { c.of.expire(c.name) }

// handlers are what others see of a Server.
type handlers Server

func (h *handlers) expire(name string) {
	time.AfterFunc(time.Minute, func() {
		h.conns.Lock()
		defer h.conns.Unlock()
		delete(h.handlers, name)
		if len(h.handlers) == 0 {
			s := (*Server)(h)
			s.mu.Lock()
			s.closed = true
			s.mu.Unlock()
		}
	})
}
