// Package clean_kind has two kinds of stores: each kind locks in one of two functions.
package clean_kind

import "sync"

type kind int

const (
	outer kind = iota
	inner
	none
)

type Store struct {
	kind kind
	mu   sync.Mutex
	n    int
}

func New() *Store { return &Store{kind: inner} }

func (s *Store) Put() {
	if s.kind == outer {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.put()
}

func (s *Store) put() {
	switch s.kind {
	case inner:
		s.mu.Lock()
		defer s.mu.Unlock()
	case none:
	}
	s.n++
}

// A Pair takes its locks in an order that its mode tells.
type Pair struct {
	mode        string
	left, right sync.Mutex
	n           int
}

func NewPair(mode string) *Pair { return &Pair{mode: mode} }

func (p *Pair) Add() {
	if p.mode != "forward" {
		return
	}
	p.left.Lock()
	defer p.left.Unlock()
	p.right.Lock()
	p.n++
	p.right.Unlock()
}

func (p *Pair) Sub() {
	if p.mode != "back" {
		return
	}
	p.right.Lock()
	defer p.right.Unlock()
	p.left.Lock()
	p.n--
	p.left.Unlock()
}
