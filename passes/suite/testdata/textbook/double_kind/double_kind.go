// Package double_kind locks twice in one kind of store, and has a kind that changes.
package double_kind

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
	s.put() // want doublelock
}

func (s *Store) put() {
	if s.kind != inner {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

// A Pair takes its locks in an order that its mode tells, and the mode changes between the locks.
type Pair struct {
	mode        string
	left, right sync.Mutex
	n           int
}

func (p *Pair) Turn(mode string) { p.mode = mode }

func (p *Pair) Add() {
	if p.mode != "forward" {
		return
	}
	p.left.Lock()
	defer p.left.Unlock()
	p.right.Lock() // want lockorder
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
