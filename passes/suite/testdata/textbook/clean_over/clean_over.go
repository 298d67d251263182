// Package clean_over takes a lock when the goroutine is over which takes it the other way round. What that one does is called
// through a table.
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
			if n >= len(handlers) {
				return false
			}
			handlers[n](s, n)
		case <-s.stop:
			return true
		}
	}
}

var handlers = []func(*Session, int){
	0: (*Session).handleData,
	1: (*Session).handleData,
	2: (*Session).handleEnd,
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
