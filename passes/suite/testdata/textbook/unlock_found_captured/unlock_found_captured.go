// Package unlock_found_captured looks for a connection that can be locked, and may be left with none although one is, in a variable that a literal captures.
package unlock_found_captured

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
	each(func(n int) { found.n += n })
	return true
}

func each(f func(int)) {
	for i := range 3 {
		f(i)
	}
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
