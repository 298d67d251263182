package told_before

import (
	"sync"
	"sync/atomic"
)

type conn struct {
	pool  *Pool
	state int64
	made  chan struct{}
	done  chan struct{}
}

// connect takes the lock of its pool behind that.
func (c *conn) connect(dial func()) {
	if !atomic.CompareAndSwapInt64(&c.state, 0, 1) {
		return
	}
	defer close(c.done)
	close(c.made)
	dial()
	c.pool.mu.Lock()
	c.pool.n++
	c.pool.mu.Unlock()
}

func (c *conn) wait() { <-c.done }

type Pool struct {
	mu   sync.Mutex
	n    int
	idle []*conn
	next chan *conn
}

func NewPool() *Pool {
	p := &Pool{next: make(chan *conn)}
	go p.create()
	return p
}

func (p *Pool) Add() {
	c := &conn{pool: p, made: make(chan struct{}), done: make(chan struct{})}
	p.next <- c
}

func (p *Pool) create() {
	for c := range p.next {
		p.mu.Lock()
		p.idle = append(p.idle, c)
		p.mu.Unlock()
		c.connect(func() {})
	}
}

func (p *Pool) closeConn(c *conn) {
	if atomic.LoadInt64(&c.state) == 1 {
		<-c.made
		c.wait()
	}
}

func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		p.closeConn(c) // want `waits to receive from .*conn.done holding .*Pool.mu`
	}
}
