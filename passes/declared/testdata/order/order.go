// Package order acquires locks against the declared order. // want package:"declared"
package order

import (
	"sync"

	"example.com/declared/table"
)

//deadlocklint:order Server.mu < Conn.mu < log // the log last
//deadlocklint:order table.Table.Mu < Conn.state.mu

var log sync.Mutex

type Server struct {
	mu    sync.RWMutex
	conns []*Conn
}

type Conn struct {
	mu    sync.Mutex
	srv   *Server
	state struct {
		mu   sync.Mutex
		open bool
	}
	rows *table.Table
}

// Close has the only order that there is, so that there is no cycle.
func (c *Conn) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.srv.remove(c) // want `Server.mu is acquired .*with .*Conn.mu held since .*, against the order Server.mu < Conn.mu declared at order.go:10`
}

func (s *Server) remove(c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = nil
}

// Dump breaks what follows from two of them.
func (s *Server) Dump() {
	log.Lock()
	defer log.Unlock()
	s.mu.RLock() // want `against the order Server.mu < log declared at order.go:10`
	defer s.mu.RUnlock()
}

func (c *Conn) Open() {
	c.state.mu.Lock()
	defer c.state.mu.Unlock()
	c.state.open = true
	c.rows.Add() // want `table.Table.Mu is acquired .* against the order table.Table.Mu < Conn.state.mu declared at order.go:11`
}
