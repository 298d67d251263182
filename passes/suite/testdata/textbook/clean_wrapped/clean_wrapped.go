// Package clean_wrapped has two types that wrap a source, which either of them is.
package clean_wrapped

import "sync"

type Source interface{ Token() string }

type Cache struct {
	mu   sync.Mutex
	tok  string
	base Source
}

func NewCache(base Source) *Cache { return &Cache{base: base} }

func (c *Cache) Token() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tok == "" {
		c.tok = c.base.Token()
	}
	return c.tok
}

type Reuse struct {
	mu   sync.Mutex
	tok  string
	next Source
}

func NewReuse(next Source) *Reuse { return &Reuse{next: next} }

func (r *Reuse) Token() string { return r.token() }

func (r *Reuse) token() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tok == "" {
		r.tok = r.next.Token()
	}
	return r.tok
}

type Fixed string

func (f Fixed) Token() string { return string(f) }

func Sources(a Fixed) []Source { return []Source{NewCache(NewReuse(a)), NewReuse(NewCache(a))} }
