// Package unlock_handed hands its lock to the function that is called when all
// is done, but not on the path that fails before.
package unlock_handed

import (
	"errors"
	"sync"
)

type Group struct {
	mu    sync.Mutex
	ready bool
	queue chan func(error)
}

func (g *Group) wait() error {
	if !g.ready {
		return errors.New("not ready")
	}
	return nil
}

func (g *Group) Commit(done func(error)) {
	g.mu.Lock()
	if err := g.wait(); err != nil {
		done(err)
		return // want missingunlock
	}
	unblock := func(err error) {
		defer g.mu.Unlock()
		done(err)
	}
	finish := func(err error) { unblock(err) }
	g.queue <- finish
}

// Flush gives the function that unlocks to a goroutine that it starts, or does not.
func (g *Group) Flush(write func() error) error {
	g.mu.Lock()
	unlock := func() { g.mu.Unlock() }
	if err := write(); err != nil {
		return err // want missingunlock
	}
	go g.flushed(unlock)
	return nil
}

func (g *Group) flushed(unlock func()) {
	defer unlock()
	g.ready = true
}
