package main

import (
	"errors"
	"sync"
)

// A Feed takes news after Open.
type Feed struct {
	mu   sync.Mutex
	open bool
	news []string
}

func (f *Feed) Open() { f.mu.Lock(); defer f.mu.Unlock(); f.open = true }

func (f *Feed) Publish(s string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.open {
		return errors.New("the feed is not open")
	}
	f.news = append(f.news, s)
	return nil
}

func (f *Feed) Next() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.news) == 0 {
		return ""
	}
	s := f.news[0]
	f.news = f.news[1:]
	return s
}
