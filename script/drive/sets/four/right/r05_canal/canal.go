// Package canal controls the chamber of a canal lock. Boats enter it from below or from above, when
// the water in it is as high as there.
package canal

import (
	"errors"
	"sync"
)

// ErrClosed is returned once the chamber is closed.
var ErrClosed = errors.New("chamber is closed")

// ErrEmpty is returned by Leave when no boat is in the chamber.
var ErrEmpty = errors.New("chamber is empty")

// ErrLevel is returned for a level that is neither Low nor High.
var ErrLevel = errors.New("unknown level")

// A Level is a height of the water.
type Level int

// The levels of the canal below and above the chamber.
const (
	Low Level = iota
	High
)

// A Chamber has berths for boats. NewChamber makes one. All methods may be called from several
// goroutines.
type Chamber struct {
	berths int

	mu      sync.Mutex
	changed *sync.Cond
	level   Level
	boats   int
	waiting int
	closed  bool
}

// NewChamber returns an empty chamber with low water. It has one berth at least.
func NewChamber(berths int) *Chamber {
	c := &Chamber{berths: max(berths, 1)}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// Enter brings a boat into the chamber. It waits until the water is at the level of the boat and a
// berth is free. The boat must leave later.
func (c *Chamber) Enter(from Level) error {
	if from != Low && from != High {
		return ErrLevel
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting++
	for !c.closed && (c.level != from || c.boats == c.berths) {
		c.changed.Wait()
	}
	c.waiting--
	if c.closed {
		return ErrClosed
	}
	c.boats++
	return nil
}

// Leave takes a boat out of the chamber, at any level. This is possible after Close too.
func (c *Chamber) Leave() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.boats == 0 {
		return ErrEmpty
	}
	c.boats--
	c.changed.Broadcast()
	return nil
}

// Turn brings the water to a level, with the boats that are in the chamber.
func (c *Chamber) Turn(to Level) error {
	if to != Low && to != High {
		return ErrLevel
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return ErrClosed
	}
	c.level = to
	c.changed.Broadcast()
	return nil
}

// Queue returns how many boats wait before the gates.
func (c *Chamber) Queue() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waiting
}

// Close sends the boats that wait away with ErrClosed, and those that come later. It may be called
// more than once.
func (c *Chamber) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.changed.Broadcast()
}
