// Package pool lends connections by key, at most so many of each key.
//
// Source: Pool (POOL-120 of Commons Pool), table 4.1 of Luo's thesis (2015). The thesis
// says that an assertion fails; the rest is what such a pool does.
// Bug: a borrower checks the limit in one critical section and counts itself in another.
// Shows as: failed test, since more connections of a key exist than the limit.
//
// family: sections
package pool

import (
	"sync"
	"sync/atomic"
)

// A conn is what the pool lends.
type conn struct {
	key string
	id  int64
}

// A factory makes connections and knows how many of a key there are.
type factory struct {
	mu   sync.Mutex
	next atomic.Int64
	live map[string]int
	peak int
}

func (f *factory) create(key string) *conn {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.live[key]++
	f.peak = max(f.peak, f.live[key])
	return &conn{key: key, id: f.next.Add(1)}
}

// A pool has idle connections, and counts those that it lent.
type pool struct {
	mu      sync.Mutex
	back    *sync.Cond
	factory *factory
	limit   int
	idle    map[string][]*conn
	lent    map[string]int
}

func newPool(limit int) *pool {
	p := &pool{
		limit:   limit,
		factory: &factory{live: map[string]int{}},
		idle:    map[string][]*conn{},
		lent:    map[string]int{},
	}
	p.back = sync.NewCond(&p.mu)
	return p
}

// borrow waits while all connections of the key are lent.
func (p *pool) borrow(key string) *conn {
	p.mu.Lock()
	for len(p.idle[key]) == 0 && p.lent[key] >= p.limit {
		p.back.Wait()
	}
	if free := p.idle[key]; len(free) > 0 {
		p.idle[key] = free[1:]
		p.lent[key]++
		p.mu.Unlock()
		return free[0]
	}
	p.mu.Unlock()
	c := p.factory.create(key)
	p.mu.Lock()
	p.lent[key]++
	p.mu.Unlock()
	return c
}

// giveBack makes a connection idle.
func (p *pool) giveBack(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent[c.key]--
	p.idle[c.key] = append(p.idle[c.key], c)
	p.back.Broadcast()
}

// A request uses a connection of its key twice.
func (p *pool) request(key string, served *atomic.Int64) {
	for range 2 {
		c := p.borrow(key)
		served.Add(1)
		p.giveBack(c)
	}
}

// serve runs one request for each key at the same time, and returns how many were served.
func (p *pool) serve(keys ...string) int64 {
	var wg sync.WaitGroup
	var served atomic.Int64
	for _, key := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p.request(key, &served)
		}()
	}
	wg.Wait()
	return served.Load()
}
