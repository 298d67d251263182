// Package double_closing has a flag that a goroutine of the constructor sets.
package double_closing

import "sync"

type S struct {
	mu     sync.Mutex
	closed bool
	quit   chan int
	n      int
}

func New() *S {
	s := &S{quit: make(chan int)}
	go s.loop()
	return s
}

// Close ends the goroutine.
func (s *S) Close() { close(s.quit) }

func (s *S) loop() {
	<-s.quit
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
}

func (s *S) Do() {
	if s.closed {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		s.fail() // want doublelock
	}
	s.n++
}

func (s *S) fail() {
	s.mu.Lock()
	s.n = 0
	s.mu.Unlock()
}
