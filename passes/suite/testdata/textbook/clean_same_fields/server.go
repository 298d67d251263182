// Package clean_same_fields takes the locks of an object by methods of two types that have the same fields, in one
// order, and those of two types that only look alike in two.
package clean_same_fields

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
	s.conns.Lock()
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

type handlers Server

func (h *handlers) expire(name string) {
	time.AfterFunc(time.Minute, func() {
		h.conns.Lock()
		delete(h.handlers, name)
		last := len(h.handlers) == 0
		h.conns.Unlock()
		if last {
			s := (*Server)(h)
			s.mu.Lock()
			s.closed = true
			s.mu.Unlock()
		}
	})
}

// Other has fields of the same names.
type Other struct {
	mu    sync.Mutex
	conns sync.Mutex
}

func (o *Other) Close() {
	o.conns.Lock()
	defer o.conns.Unlock()
	o.mu.Lock()
	o.mu.Unlock()
}

// Twin and Other only look alike, and are converted into each other both ways.
type Twin struct {
	mu    sync.Mutex
	conns sync.Mutex
}

func (o *Other) twin() *Twin { return (*Twin)(o) }

func (t *Twin) other() *Other { return (*Other)(t) }
