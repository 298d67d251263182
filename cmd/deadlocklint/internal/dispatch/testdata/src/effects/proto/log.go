package proto

import (
	"errors"
	"sync"
)

var errState = errors.New("not now")

// A Log has an order that nobody has written.
type Log struct {
	mu          sync.Mutex
	open, dirty bool
}

// Open begins it.
func (l *Log) Open() error { return l.set(!l.open, true, false) }

// Write adds to it.
func (l *Log) Write() error { return l.set(l.open, true, true) }

// Flush keeps what was added.
func (l *Log) Flush() error { return l.set(l.open && l.dirty, true, false) }

// Close ends it.
func (l *Log) Close() error { return l.set(l.open, false, false) }

func (l *Log) set(may, open, dirty bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !may {
		return errState
	}
	l.open, l.dirty = open, dirty
	return nil
}

// A Solo is used by one goroutine.
type Solo struct{ begun bool }

// Begin begins it.
func (s *Solo) Begin() { s.begun = true }

// End ends it.
func (s *Solo) End() error {
	if !s.begun {
		return errState
	}
	s.begun = false
	return nil
}

// A Handed goes from one goroutine to another one.
type Handed struct{ begun bool }

// Begin begins it.
func (h *Handed) Begin() { h.begun = true }

// End ends it.
func (h *Handed) End() error {
	if !h.begun {
		return errState
	}
	h.begun = false
	return nil
}

// A Guarded goes from one goroutine to another one, which takes a lock later.
type Guarded struct{ begun bool }

// Begin begins it.
func (g *Guarded) Begin() { g.begun = true }

// End ends it.
func (g *Guarded) End() error {
	if !g.begun {
		return errState
	}
	g.begun = false
	return nil
}
