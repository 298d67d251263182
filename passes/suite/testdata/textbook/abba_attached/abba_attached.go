// Package abba_attached has two types that know each other: one of them is told only
// later whom it asks.
package abba_attached

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

func NewCache() *Cache { return &Cache{tokens: map[string]string{}} }

func (c *Cache) Attach(base Source) { c.base = base }

func (c *Cache) Names() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.base.Names() { // want lockorder
		c.tokens[n] = n
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
	return f.next.Token(name)
}

func Attached() Source {
	c := NewCache()
	f := NewFilter(c)
	c.Attach(f)
	return f
}
