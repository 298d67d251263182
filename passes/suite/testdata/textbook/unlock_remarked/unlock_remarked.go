// Package unlock_remarked leaves a lock locked, with a word beside it about something else.
package unlock_remarked

import "sync"

type Closer struct {
	mu   sync.Mutex
	done bool
}

func (c *Closer) Done() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done
}

func (c *Closer) Close() int {
	c.mu.Lock() // nobody sees it half closed
	c.done = true
	return 1 // want missingunlock
}

type Group struct {
	mu      sync.Mutex
	members sync.WaitGroup
}

func (g *Group) Add() {
	g.mu.Lock()
	g.members.Add(1)
	g.mu.Unlock()
}

// Last is not unlocked by anybody, as its body does not say.
func (g *Group) Last() int {
	g.mu.Lock()
	g.members.Wait()
	// Whoever unlocks g.mu lets others in.
	return 0 // want missingunlock
}
