// Package connpool lends connections to a database, and keeps those that come back.
//
// All functions and methods may be called from several goroutines.
package connpool

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
)

// Errors of Get.
var (
	ErrClosed = errors.New("connpool: closed")
	ErrNoConn = errors.New("connpool: dial returned no connection")
)

// A Pool has a limited number of connections. New makes one.
type Pool struct {
	dial  func() (io.Closer, error)
	slots chan struct{} // one for each connection that is lent
	done  chan struct{}

	mu     sync.Mutex
	idle   []io.Closer
	closed bool
}

// A Conn is a connection that is lent. Get makes one.
type Conn struct {
	pool *Pool
	raw  io.Closer
	back atomic.Bool
}

// New returns a pool that lends up to size connections at once. A size of zero or less is as one.
// It dials when it has none to lend. Without a dial, Get returns ErrNoConn. Several dials may run
// at once. Neither dial nor Close of its connections may panic or use the pool.
func New(size int, dial func() (io.Closer, error)) *Pool {
	return &Pool{
		dial:  dial,
		slots: make(chan struct{}, max(size, 1)),
		done:  make(chan struct{}),
	}
}

// Get lends a connection, which must be released. While all are lent, it waits until one is
// released, the context ends or the pool is closed. When dial fails, its error is returned, and
// the next Get tries again.
func (p *Pool) Get(ctx context.Context) (*Conn, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.done:
		return nil, ErrClosed
	}
	raw, err := p.take()
	if err == nil && raw == nil {
		raw, err = p.open()
	}
	if err != nil {
		<-p.slots
		return nil, err
	}
	return &Conn{pool: p, raw: raw}, nil
}

// take returns an idle connection, or nil when there is none.
func (p *Pool) take() (io.Closer, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	n := len(p.idle)
	if n == 0 {
		return nil, nil
	}
	raw := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return raw, nil
}

// open dials.
func (p *Pool) open() (io.Closer, error) {
	if p.dial == nil {
		return nil, ErrNoConn
	}
	raw, err := p.dial()
	if err == nil && raw == nil {
		err = ErrNoConn
	}
	return raw, err
}

// Raw returns what dial returned. It must not be used after Release.
func (c *Conn) Raw() io.Closer {
	return c.raw
}

// Release gives the connection back. With broken, it is closed instead of kept. It may be called
// again, which does nothing, and after Close of the pool.
func (c *Conn) Release(broken bool) {
	if c.back.Swap(true) {
		return
	}
	if broken || !c.pool.keep(c.raw) {
		c.raw.Close()
	}
	<-c.pool.slots
}

// keep makes a connection idle, unless the pool is closed.
func (p *Pool) keep(raw io.Closer) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.idle = append(p.idle, raw)
	return true
}

// Lent returns the number of connections that are lent or being dialed.
func (p *Pool) Lent() int {
	return len(p.slots)
}

// Close closes the idle connections, and ends the waiting of Get. It does not wait for those that
// are lent: they are closed on release. It may be called again.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	if !p.closed {
		p.closed = true
		close(p.done)
	}
	p.mu.Unlock()
	for _, raw := range idle {
		raw.Close()
	}
}
