// Package httpconnect sends requests over connections that a socket goroutine serves.
//
// Source: httpConnect of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: a connection stores its write request after the transport has begun, whose callbacks use it.
// Shows as: panic, since a callback finds no request.
//
// family: order
package httpconnect

import (
	"sync"
	"sync/atomic"
)

// A request is one direction of a transport.
type request struct {
	sent    atomic.Int64
	stopped atomic.Bool
}

// A connection sends one transaction at a time.
type connection struct {
	write    atomic.Pointer[request]
	response chan int
}

// onDataWritable and onStop are called by the socket goroutine.
func (c *connection) onDataWritable(n int) {
	r := c.write.Load()
	r.sent.Add(int64(n))
}

func (c *connection) onStop() {
	r := c.write.Swap(nil)
	r.stopped.Store(true)
	c.response <- int(r.sent.Load())
}

// An operation is a write that the socket goroutine has to do.
type operation struct {
	connection *connection
	chunks     []int
}

// A service is the socket goroutine and its work.
type service struct {
	work chan operation
	wg   sync.WaitGroup
}

func (s *service) run() {
	defer s.wg.Done()
	for op := range s.work {
		for _, n := range op.chunks {
			op.connection.onDataWritable(n)
		}
		op.connection.onStop()
	}
}

// asyncWrite begins a write and returns its request.
func (s *service) asyncWrite(c *connection, chunks []int) *request {
	s.work <- operation{c, chunks}
	return &request{}
}

// activate begins a transaction.
func (c *connection) activate(s *service, chunks []int) {
	c.write.Store(s.asyncWrite(c, chunks))
}

// A handler keeps idle connections.
type handler struct {
	mu     sync.Mutex
	idle   []*connection
	opened int
}

func (h *handler) get() *connection {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.idle); n > 0 {
		c := h.idle[n-1]
		h.idle = h.idle[:n-1]
		return c
	}
	h.opened++
	return &connection{response: make(chan int, 1)}
}

func (h *handler) put(c *connection) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.idle = append(h.idle, c)
}

// run has clients with some transactions each, and returns the bytes sent and the connections left.
func run(clients, transactions int) (bytes int64, left bool) {
	s := &service{work: make(chan operation, clients)}
	s.wg.Add(1)
	go s.run()
	h := &handler{}
	var sum atomic.Int64
	var wg sync.WaitGroup
	for range clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range transactions {
				c := h.get()
				c.activate(s, []int{3, 4})
				sum.Add(int64(<-c.response))
				h.put(c)
			}
		}()
	}
	wg.Wait()
	close(s.work)
	s.wg.Wait()
	return sum.Load(), len(h.idle) == h.opened
}
