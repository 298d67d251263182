// Package clean_delegates has stores that wrap stores, and snapshots that wrap snapshots: each calls the method of its own name, or
// closes what it wraps.
package clean_delegates

import "sync"

type Store interface {
	Recover() int
	Create(name string) int
}

type Base struct{ n int }

func (b *Base) Recover() int        { return b.n }
func (b *Base) Create(_ string) int { b.n++; return b.n }

type Crypto struct {
	sync.Mutex
	Store
}

func (c *Crypto) Recover() int {
	c.Lock()
	defer c.Unlock()
	return c.Store.Recover()
}

func (c *Crypto) Create(name string) int {
	c.Lock()
	defer c.Unlock()
	return c.Store.Create(name)
}

type Cached struct {
	sync.Mutex
	Store
}

func (c *Cached) Recover() int {
	c.Lock()
	defer c.Unlock()
	return c.Store.Recover()
}

func (c *Cached) Create(name string) int {
	c.Lock()
	defer c.Unlock()
	return c.Store.Create(name)
}

func Open(crypto, cached bool) Store {
	var s Store = &Base{}
	if cached {
		s = &Cached{Store: s}
	}
	if crypto {
		s = &Crypto{Store: s}
	}
	return s
}

type Snapshot interface{ Close() error }

type Wrapper struct {
	mu   sync.Mutex
	refs int
	snap Snapshot
}

func Wrap(s Snapshot) *Wrapper { return &Wrapper{refs: 1, snap: s} }

func (w *Wrapper) release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refs--; w.refs <= 0 {
		w.snap.Close()
	}
}

func (w *Wrapper) Close() error { w.release(); return nil }

type Stack struct {
	mu    sync.Mutex
	refs  int
	lower *Wrapper
}

func (s *Stack) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refs--; s.refs <= 0 && s.lower != nil {
		s.lower.Close()
	}
}

func (s *Stack) Close() error { s.release(); return nil }

func (s *Stack) Lower(below Snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lower = Wrap(below)
}

func Layers() *Stack {
	s := &Stack{refs: 1}
	s.Lower(Wrap(&Stack{}))
	return s
}
