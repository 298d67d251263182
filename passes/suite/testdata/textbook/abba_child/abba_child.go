// Package abba_child ends the parts of a tree that have data in common: each locks
// itself, the data, and then what it is a part of.
package abba_child

import "sync"

type Data struct {
	mu    sync.Mutex
	times []int
}

type Trace struct {
	data *Data
	name string
}

var free = sync.Pool{New: func() any { return new(Span) }}

// Start locks the same two in the other order, of the parent that it is given.
func (t *Trace) Start(parent *Span) *Span {
	s := free.Get().(*Span)
	s.trace, s.parent = t, parent
	t.data.mu.Lock()
	defer t.data.mu.Unlock()
	if s.parent != nil {
		s.parent.mu.Lock() // want lockorder
		defer s.parent.mu.Unlock()
		s.parent.kids++
	}
	return s
}

type Span struct {
	mu     sync.Mutex
	trace  *Trace
	parent *Span
	kids   int
	time   int
}

func (s *Span) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report()
}

func (s *Span) report() {
	s.trace.data.mu.Lock()
	defer s.trace.data.mu.Unlock()
	if s.parent != nil {
		s.parent.mu.Lock()
		s.parent.kids--
		s.parent.mu.Unlock()
	}
	s.trace.data.times = append(s.trace.data.times, s.time)
}
