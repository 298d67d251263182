// Package clean_acquired returns with locks that somebody unlocks: another method, who
// is given the address, or whoever may name the lock.
package clean_acquired

import (
	"io"
	"sync"
)

type Server struct {
	mu    sync.RWMutex
	tools map[string]int
}

// Begin starts a change, which End ends.
func (s *Server) Begin() { s.mu.Lock() }

func (s *Server) End() { s.mu.Unlock() }

func (s *Server) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.tools)
}

// File is used by one reader, whose Close unlocks.
type File struct {
	mu   sync.Mutex
	data []byte
}

type reader struct {
	l sync.Locker
	f *File
}

func (r *reader) Close() error { r.l.Unlock(); return nil }

func (f *File) Open() io.Closer {
	f.mu.Lock()
	return &reader{&f.mu, f}
}

// Table has a lock that others can name.
type Table struct {
	sync.Mutex
	rows int
}

func (t *Table) Rows() *int {
	t.Lock()
	return &t.rows
}

// Once may be run only once.
type Once struct {
	mu sync.Mutex
	n  int
}

func (o *Once) Run() int {
	if !o.mu.TryLock() {
		return 0
	}
	o.n++
	return o.n
}
