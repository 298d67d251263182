// Package abba_handler has two types whose objects are told of errors. A connection of a pool tells the other one, which takes
// the lock of the session.
package abba_handler

import "sync"

type Handler interface{ HandleError(err error) }

type Conn struct {
	handler Handler
	err     error
}

func dial(h Handler) *Conn {
	return &Conn{handler: h}
}

func (c *Conn) Close() { c.handler.HandleError(c.err) }

type Session struct {
	state  sync.RWMutex
	closed bool
	pool   *Pool
	ctl    *Control
}

func New() *Session {
	s := &Session{}
	s.pool = &Pool{session: s}
	s.ctl = &Control{session: s}
	s.ctl.conn = dial(s.ctl)
	return s
}

func (s *Session) Close() {
	s.state.Lock()
	defer s.state.Unlock()
	s.closed = true
	s.pool.Close() // want lockorder
}

func (s *Session) Closed() bool {
	s.state.RLock()
	defer s.state.RUnlock()
	return s.closed
}

// A Control is told of errors of the connection that it has.
type Control struct {
	session *Session
	conn    *Conn
	failed  bool
}

func (c *Control) HandleError(err error) { c.failed = err != nil && !c.session.Closed() }

// A Pool is told of errors of those that it has.
type Pool struct {
	session *Session
	mu      sync.Mutex
	closed  bool
	failed  []error
	conns   []*Conn
}

func (p *Pool) HandleError(err error) { p.failed = append(p.failed, err) }

func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

func (p *Pool) Connect() {
	conn := dial(p.session.ctl)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		conn.Close()
		return
	}
	p.conns = append(p.conns, conn)
}
