// Package abba_over takes a lock when a goroutine is over which takes it the other way round. But others may do so as well.
package abba_over

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

// Reset does what the goroutine does.
func (t *Stream) Reset() { t.end() }

func (t *Stream) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.session.forget(t.id) // want lockorder
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

// An Early has a goroutine that says that it is over before it is.
type Early struct {
	mu    sync.Mutex
	items []*Item
	in    chan int
	done  chan struct{}
}

type Item struct {
	mu sync.Mutex
	of *Early
	n  int
}

func Begin(in chan int) *Early {
	e := &Early{in: in, done: make(chan struct{})}
	go e.loop()
	return e
}

func (e *Early) loop() {
	for n := range e.in {
		e.drop(n)
	}
	close(e.done)
	e.drop(0)
}

func (e *Early) drop(n int) {
	i := e.items[n]
	i.mu.Lock()
	defer i.mu.Unlock()
	e.mu.Lock() // want lockorder
	defer e.mu.Unlock()
	e.items = e.items[:n]
}

func (e *Early) Close() {
	<-e.done
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, i := range e.items {
		i.mu.Lock()
		i.n = 0
		i.mu.Unlock()
	}
}

// A Tidy has a goroutine that tidies up when it has said that it is over.
type Tidy struct {
	mu    sync.Mutex
	parts []*Part
	in    chan int
	done  chan struct{}
}

type Part struct {
	mu sync.Mutex
	of *Tidy
	n  int
}

func StartTidy(in chan int) *Tidy {
	t := &Tidy{in: in, done: make(chan struct{})}
	go t.loop()
	return t
}

func (t *Tidy) loop() {
	defer t.drop(0)
	defer close(t.done)
	for range t.in {
	}
}

func (t *Tidy) drop(n int) {
	p := t.parts[n]
	p.mu.Lock()
	defer p.mu.Unlock()
	t.mu.Lock() // want lockorder
	defer t.mu.Unlock()
	t.parts = t.parts[:n]
}

func (t *Tidy) Close() {
	<-t.done
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.parts {
		p.mu.Lock()
		p.n = 0
		p.mu.Unlock()
	}
}
