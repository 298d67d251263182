// Package clean_remarked leaves a lock locked on purpose, and says so beside it. In unlock_nobody
// nothing is said.
package clean_remarked

import "sync"

type Source struct {
	mu    sync.Mutex
	names []string
}

func (s *Source) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = append(s.names, name)
}

// Shutdown ends the use of s: whoever adds to it afterwards waits for ever.
func (s *Source) Shutdown() {
	s.mu.Lock() // deliberately not unlocked
	s.names = nil
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

// Last waits for all, and lets nobody in from then on.
func (g *Group) Last() {
	g.mu.Lock()
	g.members.Wait()

	// Do not unlock g.mu: who comes now waits.
}
