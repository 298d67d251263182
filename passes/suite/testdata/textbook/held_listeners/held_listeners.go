// Package held_listeners waits with a lock held for a loop that calls listeners which take it.
package held_listeners

import "sync"

type Feed struct {
	events    chan string
	done      chan struct{}
	listeners []func(string)
}

func NewFeed() *Feed { return &Feed{events: make(chan string), done: make(chan struct{})} }

func (f *Feed) Listen(l func(string)) { f.listeners = append(f.listeners, l) }

func (f *Feed) Start() { go f.run() }

func (f *Feed) run() {
	defer close(f.done)
	for e := range f.events {
		for _, l := range f.listeners {
			l(e)
		}
	}
}

func (f *Feed) Stop() {
	close(f.events)
	<-f.done
}

type Server struct {
	mu    sync.Mutex
	names []string
	feed  *Feed
}

func New() *Server {
	s := &Server{feed: NewFeed()}
	s.feed.Listen(s.register)
	s.feed.Start()
	return s
}

func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.feed.Stop() // want lockheld
	s.names = nil
}

func (s *Server) register(name string) {
	s.mu.Lock()
	s.names = append(s.names, name)
	s.mu.Unlock()
}
