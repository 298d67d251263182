// Package kept keeps its lock.
package kept

import "sync"

// A Box has a lock.
type Box struct{ mu sync.Mutex }

// Keep takes the lock.
func (b *Box) Keep() { b.mu.Lock() }
