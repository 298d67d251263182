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
		return // want missing-unlock
	}
	unblock := func(err error) {
		defer g.mu.Unlock()
		done(err)
	}
	finish := func(err error) { unblock(err) }
	g.queue <- finish
}
