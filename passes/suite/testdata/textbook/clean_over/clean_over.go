// Package clean_over takes a lock when the goroutine is over which takes it the other way round.
package clean_over

import "sync"

type Session struct {
	mu      sync.Mutex
	streams map[int]*Stream
	stop    chan struct{}
	done    chan struct{}
	in      chan int
}

type Stream struct {
	mu      sync.Mutex
	session *Session
	id      int
}

func New(in chan int) *Session {
	s := &Session{streams: map[int]*Stream{}, stop: make(chan struct{}), done: make(chan struct{}), in: in}
	go s.receive()
	return s
}

func (s *Session) receive() {
	if !s.loop() {
		s.Close()
	}
}

func (s *Session) loop() bool {
	defer close(s.done)
	for {
		select {
		case n := <-s.in:
			if n < 0 {
				return false
			}
			s.handle(n)
		case <-s.stop:
			return true
		}
	}
}

func (s *Session) handle(n int) {
	if n > 0 {
		s.handleData(n)
	} else {
		s.handleEnd(n)
	}
}

func (s *Session) handleData(n int) { s.get(n).end() }

func (s *Session) handleEnd(n int) { s.get(n).end() }

func (s *Session) get(n int) *Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.streams[n]
}

func (t *Stream) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.session.forget(t.id)
}

func (s *Session) forget(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.streams, id)
}

func (s *Session) Close() {
	close(s.stop)
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.streams {
		t.mu.Lock()
		t.id = -1
		t.mu.Unlock()
	}
}
