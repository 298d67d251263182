// Package clean_older has two types that wrap a source, which either of them is. What one
// wraps was there before it, so that no two wrap each other.
package clean_older

import "sync"

type Source interface {
	Names() []string
	Token(name string) string
}

type Cache struct {
	mu     sync.Mutex
	tokens map[string]string
	base   Source
}

func NewCache(base Source) *Cache {
	c := &Cache{tokens: map[string]string{}}
	c.base = base
	return c
}

func (c *Cache) Names() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.base.Names() {
		c.tokens[n] = c.base.Token(n)
	}
	return nil
}

func (c *Cache) Token(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tokens[name]
}

type Filter struct {
	mu   sync.Mutex
	seen []string
	next Source
}

func NewFilter(next Source) *Filter { return &Filter{next: next} }

func (f *Filter) Names() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen
}

func (f *Filter) Token(name string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = f.next.Names()
	return f.next.Token(name)
}

// A stage knows its source by what is embedded.
type stage struct {
	mu sync.Mutex
	Source
}

func NewStage(s Source) Source { return &stage{Source: s} }

func (s *stage) Names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return nil
}

func (s *stage) Token(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Source.Names()[0]
}

type Fixed string

func (f Fixed) Names() []string          { return []string{string(f)} }
func (f Fixed) Token(name string) string { return string(f) }

func Sources(a Fixed) []Source {
	return []Source{NewStage(NewCache(a)), NewCache(NewStage(a)), NewCache(NewFilter(a)), NewFilter(NewCache(a))}
}
