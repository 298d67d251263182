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

// Flush gives the function that unlocks to a goroutine that it starts.
func (g *Group) Flush(write func() error) error {
	g.mu.Lock()
	unlock := func() { g.mu.Unlock() }
	if err := write(); err != nil {
		unlock()
		return err
	}
	go g.flushed(unlock)
	return nil
}

func (g *Group) flushed(unlock func()) {
	defer unlock()
	g.ready = true
}
