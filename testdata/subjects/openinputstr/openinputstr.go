// Package openinputstr opens streams of sockets, which one goroutine serves and closes when they are idle.
//
// Source: openInputStr of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011), with the locks of nsSocketTransport.
// Bug: opening a stream calls the service with the lock of the transport, and the service asks transports with its own.
// Shows as: deadlock of two locks in two orders.
//
// family: locks
package openinputstr

import "sync"

// A stream has the data that came for its reader.
type stream struct {
	parts chan int
}

// A transport is one socket.
type transport struct {
	mu      sync.Mutex
	service *service
	stream  *stream
	left    int
	age     int
	closed  bool
}

// openInputStream returns the stream of a transport, and has the service read for it.
func (t *transport) openInputStream() *stream {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stream = &stream{parts: make(chan int, t.left+1)}
	t.age = 0
	t.service.addToWorkQueue(t)
	return t.stream
}

// process reads a part and reports whether there is more.
func (t *transport) process() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.left == 0 || t.closed {
		close(t.stream.parts)
		return false
	}
	t.left--
	t.stream.parts <- 1
	return true
}

// checkTimeout closes a transport that was not used for a while.
func (t *transport) checkTimeout(limit int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.age++
	t.closed = t.closed || t.stream == nil && t.age > limit
}

// A service has transports, and a queue of those with work.
type service struct {
	mu         sync.Mutex
	transports []*transport
	queue      []*transport
	work       chan struct{}
}

func (s *service) add(t *transport) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.transports = append(s.transports, t)
}

func (s *service) addToWorkQueue(t *transport) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, t)
	s.work <- struct{}{}
}

func (s *service) next() *transport {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.queue[0]
	s.queue = s.queue[1:]
	return t
}

// checkTimeouts looks for transports that are not used.
func (s *service) checkTimeouts(limit int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.transports {
		t.checkTimeout(limit)
	}
}

// run serves all transports until there is no more work.
func (s *service) run() {
	for range s.work {
		for t := s.next(); t.process(); {
		}
		s.checkTimeouts(100)
	}
}

// run has a reader for each of some sockets, and returns the sum of what they read.
func run(sockets, size int) (sum int) {
	s := &service{work: make(chan struct{}, sockets)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.run()
	}()
	got := make([]int, sockets)
	var wg sync.WaitGroup
	for i := range got {
		wg.Add(1)
		go func() {
			defer wg.Done()
			t := &transport{service: s, left: size}
			s.add(t)
			for n := range t.openInputStream().parts {
				got[i] += n
			}
		}()
	}
	wg.Wait()
	close(s.work)
	<-ended
	for _, n := range got {
		sum += n
	}
	return sum
}
