// Package double_astray locks the parent when it is the very one that has the part.
package double_astray

import "sync"

type Conn struct {
	mu     sync.Mutex
	part   *part
	closed bool
}

// A part is that of its parent, or of one that the parent has accepted.
type part struct {
	parent *Conn
	conns  map[string]*Conn
	name   string
}

func Listen() *Conn {
	c := &Conn{}
	c.part = &part{parent: c, conns: map[string]*Conn{}}
	return c
}

func (p *part) accept(name string) *Conn {
	c := p.conns[name]
	if c == nil {
		c = &Conn{part: &part{name: name, parent: p.parent}}
		p.conns[name] = c
	}
	return c
}

// Accept is for whom it hears from.
func (c *Conn) Accept(name string) *Conn { return c.part.accept(name) }

func (c *Conn) Flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.part.close() // want doublelock
}

func (p *part) close() {
	parent := p.parent
	if parent.part == p {
		parent.mu.Lock()
		delete(parent.part.conns, p.name)
		parent.mu.Unlock()
	}
}
