// Package clean_handed hands its lock to whoever finishes the work, on all paths.
package clean_handed

import "sync"

type Group struct {
	mu    sync.Mutex
	ready bool
	queue chan func(error)
}

func (g *Group) enqueue(f func(error)) { g.queue <- f }

func (g *Group) Commit(done func(error)) {
	g.mu.Lock()
	unblock := func(err error) {
		defer g.mu.Unlock()
		done(err)
	}
	if !g.ready {
		go unblock(nil)
		return
	}
	finish := func(err error) { unblock(err) }
	g.enqueue(finish)
}
