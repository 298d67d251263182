package held_for_ever_right

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

// Serve releases the lock before.
func (s *Server) Serve() {
	s.mu.Lock()
	if s.serving {
		s.mu.Unlock()
		return
	}
	s.serving = true
	for _, f := range s.services {
		go f()
	}
	s.mu.Unlock()
	select {}
}

var single sync.Mutex

// Main takes a lock that nobody else takes: it is not to be entered again.
func Main() {
	single.Lock()
	defer single.Unlock()
	select {}
}

// Shared is only ever read.
type Shared struct {
	mu sync.RWMutex
	n  int
}

func (s *Shared) N() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.n
}

func (s *Shared) Stay() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	select {}
}

type loop struct {
	mu   sync.Mutex
	jobs []func()
}

func (l *loop) add(f func()) {
	l.mu.Lock()
	l.jobs = append(l.jobs, f)
	l.mu.Unlock()
}

// Run has added what there is before it waits, and nobody else knows the loop.
func Run(fs []func()) {
	l := new(loop)
	for _, f := range fs {
		l.add(f)
	}
	for _, f := range l.jobs {
		go f()
	}
	select {}
}

type Calls struct {
	mu sync.Mutex
	n  int
}

func (c *Calls) N() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Do waits for the program to die of the panic.
func (c *Calls) Do(f func() error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	if err := f(); err != nil {
		go panic(err)
		select {}
	}
}

func (c *Calls) Must(f func() error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := f(); err != nil {
		go func() { panic(err) }()
		select {}
	}
}
