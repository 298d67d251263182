// Package abba_told has a store that tells what it deletes with its lock held, and who is
// told asks the store with its own lock held.
package abba_told

import "sync"

type Store struct {
	mu   sync.Mutex
	keys map[string]bool
	gone func([]string)
}

func NewStore() *Store { return &Store{keys: map[string]bool{}, gone: func([]string) {}} }

func (s *Store) OnDelete(f func([]string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = f
}

func (s *Store) Run(tick <-chan bool) {
	for range tick {
		s.sweep()
	}
}

func (s *Store) sweep() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var deleted []string
	for k, old := range s.keys {
		if old {
			delete(s.keys, k)
			deleted = append(deleted, k)
		}
	}
	s.gone(deleted) // want lockorder
}

func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.keys)
}

type Provider struct {
	mu        sync.Mutex
	store     *Store
	listeners []chan string
}

func NewProvider(tick <-chan bool) *Provider {
	p := &Provider{store: NewStore()}
	p.store.OnDelete(func(keys []string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, l := range p.listeners {
			select {
			case l <- keys[0]:
			default:
			}
		}
	})
	go p.store.Run(tick)
	return p
}

func (p *Provider) Subscribe() (<-chan string, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := make(chan string, 1)
	p.listeners = append(p.listeners, l)
	return l, p.store.Len()
}
