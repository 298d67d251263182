package main

import (
	"errors"
	"sync"
)

// A Spool prints pages between Start and Stop.
type Spool struct {
	mu      sync.Mutex
	running bool
	pages   []string
}

func (s *Spool) Start() { s.mu.Lock(); defer s.mu.Unlock(); s.running = true }

func (s *Spool) Stop() { s.mu.Lock(); defer s.mu.Unlock(); s.running = false }

func (s *Spool) Print(page string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.running {
		return errors.New("the spool is not running")
	}
	s.pages = append(s.pages, page)
	return nil
}
