// Package held_parts closes the parts of an object with its lock held, and one kind of them takes that lock.
package held_parts

import "sync"

type Consumer interface {
	Close()
	Name() string
}

type single struct{ in *group }

func (s *single) Close()       { s.in.remove(s) }
func (s *single) Name() string { return "single" }

type group struct {
	mu    sync.Mutex
	parts []Consumer
}

func (g *group) remove(c Consumer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, p := range g.parts {
		if p == c {
			g.parts = append(g.parts[:i], g.parts[i+1:]...)
			return
		}
	}
}

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
	wg.Wait() // want lockheld
}

func New(n int) *group {
	g := &group{}
	for range n {
		g.parts = append(g.parts, &single{g})
	}
	return g
}
