// Package held_hook waits with a lock for what a hook takes that was put into the object.
package held_hook

import "sync"

type Store struct {
	mu   sync.Mutex
	rows int
	hook func(int)
	quit chan struct{}
	done chan struct{}
}

func open() *Store {
	s := &Store{quit: make(chan struct{}), done: make(chan struct{})}
	go s.loop()
	return s
}

func (s *Store) onUpdate(hook func(int)) { s.hook = hook }

func (s *Store) loop() {
	defer close(s.done)
	for {
		select {
		case <-s.quit:
			s.flush()
			return
		default:
			s.flush()
		}
	}
}

func (s *Store) flush() {
	s.mu.Lock()
	n := s.rows
	s.rows = 0
	s.mu.Unlock()
	s.hook(n)
}

func (s *Store) stop() {
	close(s.quit)
	<-s.done
}

type Stream struct {
	mu    sync.Mutex
	store *Store
	total int
}

func (s *Stream) Setup() {
	s.store = open()
	s.store.onUpdate(s.updated)
}

func (s *Stream) updated(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total += n
}

func (s *Stream) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store.stop() // want lockheld
}
