// Package unlock_found looks for a connection that can be locked, and may be left with none although one is.
package unlock_found

import "sync"

type conn struct {
	mu   sync.Mutex
	busy bool
	n    int
}

func (c *conn) try() bool {
	c.mu.Lock()
	if c.busy {
		c.mu.Unlock()
		return false
	}
	return true
}

func (c *conn) done() { c.mu.Unlock() }

type Pool struct {
	conns []*conn
	next  int
}

func (p *Pool) Send() bool {
	var found *conn
	for range p.conns {
		p.next = (p.next + 1) % len(p.conns)
		if p.conns[p.next].try() {
			found = p.alive(p.next)
			break
		}
	}
	if found == nil {
		return false // want missingunlock
	}
	defer found.done()
	found.n++
	return true
}

func (p *Pool) alive(i int) *conn {
	if p.conns[i].n > 1000 {
		return nil
	}
	return p.conns[i]
}

func (p *Pool) Hold(i int, busy bool) {
	p.conns[i].mu.Lock()
	defer p.conns[i].mu.Unlock()
	p.conns[i].busy = busy
}
