// Package double_guard locks by an object that is returned for it, and locks again while it has that.
package double_guard

import "sync"

type Guarded[T any] struct {
	mu  sync.Mutex
	val T
}

// A Guard is what holds the lock.
type Guard[T any] struct{ of *Guarded[T] }

func (g *Guarded[T]) Lock() *Guard[T] {
	g.mu.Lock()
	return &Guard[T]{of: g}
}

func (g *Guard[T]) Value() *T { return &g.of.val }

func (g *Guard[T]) Unlock() {
	g.of.mu.Unlock()
	g.of = nil
}

type optional[T any] struct {
	value T
	ok    bool
}

func (o optional[T]) Get() (T, bool) { return o.value, o.ok }

type state struct {
	done bool
	next *Hook
}

type Hook struct{ state optional[*Guarded[state]] }

// Last goes on to the last hook that is known.
func Last(h **Hook) {
	for {
		s, ok := (*h).state.Get()
		if !ok {
			return
		}
		g := s.Lock()
		if !g.Value().done {
			g.Unlock()
			return
		}
		again := s.Lock() // want doublelock
		next := again.Value().next
		again.Unlock()
		g.Unlock()
		*h = next
	}
}

// First forgets it where there is nothing.
func First(h *Hook) *Hook {
	s, ok := h.state.Get()
	if !ok {
		return nil
	}
	g := s.Lock()
	if !g.Value().done {
		return nil // want missingunlock
	}
	next := g.Value().next
	g.Unlock()
	return next
}
