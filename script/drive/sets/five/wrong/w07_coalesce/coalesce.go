// Package coalesce loads a page once for all who ask for it at the same time, and limits how many
// pages are loaded at once.
//
// All methods may be called from several goroutines.
package coalesce

import (
	"context"
	"errors"
	"sync"
)

// Errors of Load.
var (
	ErrNoLoader = errors.New("coalesce: no loader")
	ErrAborted  = errors.New("coalesce: loader did not return")
)

// A Loader gets a page. It should end when its context does.
type Loader func(ctx context.Context, key string) (string, error)

// A call is a load that others can wait for.
type call struct {
	done      chan struct{}
	page      string
	err       error
	abandoned bool // the loader was not called
}

// A Group shares loads. New makes one.
type Group struct {
	load  Loader
	slots chan struct{}

	mu    sync.Mutex
	calls map[string]*call
}

// New returns a group that loads up to limit pages at once. A limit of zero or less is as one.
// The loader must not call the group.
func New(limit int, load Loader) *Group {
	return &Group{
		load:  load,
		slots: make(chan struct{}, max(limit, 1)),
		calls: make(map[string]*call),
	}
}

// Load returns a page. When another Load of the key is under way, it waits for that one and
// returns the same, also its error. Nothing is kept after that. Load returns the error of the
// context when it ends before the page is there. A Load whose context ends while it waits
// for others does not affect the rest: one of those takes its place.
func (g *Group) Load(ctx context.Context, key string) (string, error) {
	if g.load == nil {
		return "", ErrNoLoader
	}
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		c, first := g.enter(key)
		if first {
			return g.lead(ctx, key, c)
		}
		select {
		case <-c.done:
			if !c.abandoned {
				return c.page, c.err
			}
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// Loading returns how many keys are being loaded or wait for it.
func (g *Group) Loading() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.calls)
}

// enter returns the call of a key, and whether it is a new one.
func (g *Group) enter(key string) (*call, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c, ok := g.calls[key]; ok {
		return c, false
	}
	c := &call{done: make(chan struct{}), err: ErrAborted}
	g.calls[key] = c
	return c, true
}

// leave ends a call.
func (g *Group) leave(key string, c *call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.calls, key)
	close(c.done)
}

// lead loads the page for all who wait for the call.
func (g *Group) lead(ctx context.Context, key string, c *call) (string, error) {
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() {
		<-g.slots
		g.leave(key, c)
	}()
	c.page, c.err = g.load(ctx, key)
	return c.page, c.err
}
