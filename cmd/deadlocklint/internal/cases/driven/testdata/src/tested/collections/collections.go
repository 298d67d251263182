// Package collections has collections that lock themselves, as Collections.synchronizedCollection of Java makes them.
package collections

import "sync"

// A Collection is a list of strings.
type Collection interface {
	Add(item string)
	Contains(item string) bool
	Items() []string
}

type list struct{ items []string }

func (l *list) Add(item string) { l.items = append(l.items, item) }

func (l *list) Contains(item string) bool {
	for _, i := range l.items {
		if i == item {
			return true
		}
	}
	return false
}

func (l *list) Items() []string { return append([]string(nil), l.items...) }

// A Synchronized collection can be used by several goroutines at the same time.
type Synchronized struct {
	mu sync.Mutex
	in Collection
}

// NewSynchronized returns a collection with some items.
func NewSynchronized(items ...string) *Synchronized { return &Synchronized{in: &list{items}} }

func (s *Synchronized) Add(item string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.in.Add(item)
}

func (s *Synchronized) Contains(item string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.in.Contains(item)
}

func (s *Synchronized) Items() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.in.Items()
}

// AddAll adds the items of another collection.
func (s *Synchronized) AddAll(o Collection) {
	if o == Collection(s) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, item := range o.Items() {
		s.in.Add(item)
	}
}

// ContainsAll reports whether all items of another collection are in this one.
func (s *Synchronized) ContainsAll(o Collection) bool {
	if o == Collection(s) {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, item := range o.Items() {
		if !s.in.Contains(item) {
			return false
		}
	}
	return true
}
