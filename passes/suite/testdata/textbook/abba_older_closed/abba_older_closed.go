// Package abba_older_closed has two types that wrap a source, which either of them is, and of which one is given another
// source when it is closed.
package abba_older_closed

import "sync"

type Source interface {
	Names() []string
	Token(name string) string
	Close()
}

type Cache struct {
	mu     sync.Mutex
	tokens map[string]string
	base   Source
}

func NewCache(base Source) *Cache { return &Cache{tokens: map[string]string{}, base: base} }

func (c *Cache) Names() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.base.Names() {
		c.tokens[n] = c.base.Token(n) // want lockorder
	}
	return nil
}

func (c *Cache) Token(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tokens[name]
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.base = nil
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

func (f *Filter) Close() {
	f.Reopen(nil)
}

// Reopen lets it wrap another one, which may wrap it already.
func (f *Filter) Reopen(next Source) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next = next
}

type Fixed string

func (f Fixed) Names() []string          { return []string{string(f)} }
func (f Fixed) Token(name string) string { return string(f) }
func (f Fixed) Close()                   {}

func Sources(a Fixed) []Source {
	return []Source{NewCache(NewFilter(a)), NewFilter(NewCache(a))}
}
