package held_for_ever

import "sync"

type Server struct {
	mu       sync.RWMutex
	serving  bool
	services map[string]func()
}

func (s *Server) Register(name string, f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.services[name] = f
}

func (s *Server) Service(name string) func() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.services[name]
}

// Serve holds the lock as long as the program runs.
func (s *Server) Serve() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.serving {
		return
	}
	s.serving = true
	for _, f := range s.services {
		go f()
	}
	select {} // want "Serve \\(held_for_ever.go:34\\) waits for ever \\(select without cases\\) holding held_for_ever.Server.mu"
}

type Loop struct {
	mu   sync.Mutex
	jobs []func()
}

func (l *Loop) Add(f func()) {
	l.mu.Lock()
	l.jobs = append(l.jobs, f)
	l.mu.Unlock()
}

func block() { select {} }

// Run waits in another function.
func (l *Loop) Run() {
	l.mu.Lock()
	for _, f := range l.jobs {
		go f()
	}
	block() // want "waits for ever \\(select without cases\\) holding held_for_ever.Loop.mu"
	l.mu.Unlock()
}
