// Package clean_parts closes the parts of an object, which may be of its own kind, with its lock held.
package clean_parts

import "sync"

type Consumer interface {
	Close()
	Name() string
}

type single struct{ name string }

func (s *single) Close()       {}
func (s *single) Name() string { return s.name }

type group struct {
	mu    sync.Mutex
	parts []Consumer
}

func (g *group) Name() string { return "group" }

func (g *group) Close() {
	var wg sync.WaitGroup
	g.mu.Lock()
	defer g.mu.Unlock()
	wg.Add(len(g.parts))
	for _, p := range g.parts {
		go func() {
			defer wg.Done()
			p.Close()
		}()
	}
	wg.Wait()
}

func New(names ...string) Consumer {
	g := &group{}
	for _, n := range names {
		g.parts = append(g.parts, &single{n})
	}
	return g
}
