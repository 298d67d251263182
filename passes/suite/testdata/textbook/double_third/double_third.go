// Package double_third has parts that hold the same object as what they are parts of, and lock
// it again.
package double_third

import "sync"

type Store struct {
	mu sync.Mutex
	n  int
}

type cache struct{ st *Store }

func (c *cache) get() int {
	c.st.mu.Lock()
	defer c.st.mu.Unlock()
	return c.st.n
}

type Server struct {
	st    *Store
	cache *cache
	views map[string]*view
}

func New(st *Store) *Server {
	return &Server{st: st, cache: &cache{st: st}, views: map[string]*view{}}
}

func (s *Server) Get() int {
	s.st.mu.Lock()
	defer s.st.mu.Unlock()
	return s.cache.get() // want doublelock
}

type view struct{ of *Store }

func (v *view) size() int {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	return v.of.n
}

func (s *Server) View(name string) { s.views[name] = &view{of: s.st} }

func (s *Server) Size(name string) int {
	s.st.mu.Lock()
	defer s.st.mu.Unlock()
	return s.views[name].size() // want doublelock
}

type Session interface {
	Name() string
	Ready() bool
}

type Lookup interface{ Find() string }

type session struct {
	Lookup
	mu    sync.Mutex
	name  string
	ready bool
}

func NewSession(l Lookup) Session { return &session{Lookup: l} }

func (s *session) Name() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.name == "" {
		s.name = s.Lookup.Find() // want doublelock
	}
	return s.name
}

func (s *session) Ready() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready
}

type builder struct{ sess Session }

func (b *builder) query() string {
	if b.sess.Ready() {
		return "name"
	}
	return ""
}

// A database asks its session through the builder that it has.
type database struct {
	Session
	b *builder
}

func Open() Session {
	d := &database{}
	d.Session = NewSession(d)
	d.b = &builder{sess: d.Session}
	return d
}

func (d *database) Find() string { return d.b.query() }

// A Client may be opened again, with all that it has.
type Client struct {
	st *Store
	c  *copier
}

type copier struct{ from *Store }

func (c *Client) Open(st *Store) {
	c.st = st
	c.c = &copier{from: st}
}

func (c *Client) Reopen() {
	c.st = &Store{}
	c.c = &copier{from: c.st}
}

func (c *copier) copy() int {
	c.from.mu.Lock()
	defer c.from.mu.Unlock()
	return c.from.n
}

func (c *Client) Copy() int {
	c.st.mu.Lock()
	defer c.st.mu.Unlock()
	return c.c.copy() // want doublelock
}
