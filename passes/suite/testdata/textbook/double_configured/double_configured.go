// Package double_configured has an option that locks twice, and a function like an option that gets objects in use.
package double_configured

import "sync"

type Option func(*Store)

func Locked() Option { return func(s *Store) { s.locked = true } }

type Store struct {
	locked bool
	mu     sync.Mutex
	n      int
}

func New(options ...Option) *Store {
	s := &Store{}
	for _, o := range options {
		o(s)
	}
	return s
}

func (s *Store) Put() {
	if s.locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.put() // want doublelock
}

func (s *Store) put() {
	if s.locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

// A Pair changes its order while others know it.
type Pair struct {
	back        bool
	left, right sync.Mutex
	n           int
}

func (p *Pair) turn() { p.back = !p.back }

func (p *Pair) Turn() { p.turn() }

func (p *Pair) Add() {
	if p.back {
		return
	}
	p.left.Lock()
	defer p.left.Unlock()
	p.right.Lock() // want lockorder
	p.n++
	p.right.Unlock()
}

func (p *Pair) Sub() {
	if !p.back {
		return
	}
	p.right.Lock()
	defer p.right.Unlock()
	p.left.Lock()
	p.n--
	p.left.Unlock()
}
