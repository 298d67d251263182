// Package filetransport copies a file by chunks, tells a listener, and can be cancelled.
//
// Source: fileTransport of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: the transport calls its listener with its lock, and the listener cancels with its own.
// Shows as: deadlock of two locks in two orders.
//
// family: locks
package filetransport

import (
	"sync"
	"sync/atomic"
)

// A listener gets the chunks of one transport and may lose interest.
type listener struct {
	mu        sync.Mutex
	transport *transport
	got       int
	ended     bool
}

func (l *listener) onData(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.got += n
}

func (l *listener) onStop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
}

// enough cancels the transport when the listener has what it needs.
func (l *listener) enough(limit int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.got < limit || l.ended {
		return false
	}
	l.transport.cancel()
	return true
}

// A transport is in one of few states.
type transport struct {
	mu        sync.Mutex
	listener  *listener
	left      int
	cancelled bool
}

// process copies a chunk and reports whether there is more to do.
func (t *transport) process(chunk int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cancelled || t.left == 0 {
		t.listener.onStop()
		return false
	}
	n := min(chunk, t.left)
	t.left -= n
	t.listener.onData(n)
	return true
}

func (t *transport) cancel() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancelled = true
}

// A service runs transports by a few goroutines, and each goes back to the queue.
type service struct {
	queue chan *transport
	open  atomic.Int64
	wg    sync.WaitGroup
}

func (s *service) work() {
	defer s.wg.Done()
	for t := range s.queue {
		if t.process(4) {
			s.queue <- t
			continue
		}
		if s.open.Add(-1) == 0 {
			close(s.queue)
		}
	}
}

// run copies files of a size to listeners that need less, and returns the sum of the bytes.
func run(files, size, limit, goroutines int) (sum int) {
	s := &service{queue: make(chan *transport, files)}
	var listeners []*listener
	for range files {
		l := &listener{}
		l.transport = &transport{listener: l, left: size}
		listeners = append(listeners, l)
		s.open.Add(1)
		s.queue <- l.transport
	}
	for range goroutines {
		s.wg.Add(1)
		go s.work()
	}
	for _, l := range listeners {
		s.wg.Add(1)
		go func() {
			defer s.wg.Done()
			l.enough(limit)
		}()
	}
	s.wg.Wait()
	for _, l := range listeners {
		sum += l.got
	}
	return sum
}
