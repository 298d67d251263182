// Package proto has types whose methods have an order.
package proto

import (
	"sync"

	_ "example.com/effects/tell"
)

// A Store holds things until it is closed.
//
//deadlocklint:typestate state open
//deadlocklint:typestate   Put -> open
//deadlocklint:typestate   Close -> closed
//deadlocklint:typestate state closed final
type Store struct {
	mu sync.Mutex
	n  int
}

// Put adds a thing.
func (s *Store) Put() { s.mu.Lock(); defer s.mu.Unlock(); s.n++ }

// Close closes it.
func (s *Store) Close() { s.mu.Lock(); defer s.mu.Unlock(); s.n = -1 }
