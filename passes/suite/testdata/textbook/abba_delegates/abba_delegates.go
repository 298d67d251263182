// Package abba_delegates has two stores that know each other: recovering one recovers the other one, which
// creates in the first.
package abba_delegates

import "sync"

type Store interface {
	Recover() int
	Create(name string) int
}

type Base struct{ n int }

func (b *Base) Recover() int        { return b.n }
func (b *Base) Create(_ string) int { b.n++; return b.n }

type Crypto struct {
	sync.Mutex
	Store
}

func (c *Crypto) Recover() int {
	c.Lock()
	defer c.Unlock()
	return c.Store.Recover() // want lockorder
}

func (c *Crypto) Create(name string) int {
	c.Lock()
	defer c.Unlock()
	return len(name)
}

type Cached struct {
	sync.Mutex
	Store
}

func (c *Cached) Recover() int {
	c.Lock()
	defer c.Unlock()
	return len("cached")
}

func (c *Cached) Create(name string) int {
	c.Lock()
	defer c.Unlock()
	return len(name)
}

func (c *Cached) Add(name string) int {
	c.Lock()
	defer c.Unlock()
	return c.Store.Create(name)
}

func Open() (*Crypto, *Cached) {
	crypto, cached := &Crypto{}, &Cached{}
	crypto.Store, cached.Store = cached, crypto
	return crypto, cached
}
