// Package own_key wakes one of those who wait for different keys.
package own_key

import "sync"

// Keyed has one Cond for all keys.
type Keyed struct {
	mu   sync.Mutex
	cond *sync.Cond
	held map[string]bool
}

func NewKeyed() *Keyed {
	k := &Keyed{held: map[string]bool{}}
	k.cond = sync.NewCond(&k.mu)
	return k
}

func (k *Keyed) Lock(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.isHeld(key) {
		k.cond.Wait()
	}
	k.held[key] = true
}

func (k *Keyed) isHeld(key string) bool { return k.held[key] }

func (k *Keyed) Unlock(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.held, key)
	k.cond.Signal() // want `Keyed.cond.Signal wakes one of the waiters at .*Lock .*, but each waits for a key of its own`
}

// Pool lends workers of several kinds.
type Pool struct {
	mu   sync.Mutex
	free sync.Cond
	idle map[any][]int
}

// A Request says what kind of worker is wanted.
type Request struct{ Kind string }

func (p *Pool) init() { p.free.L = &p.mu }

func (p *Pool) Get(r *Request) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle[r.Kind]) == 0 {
		p.free.Wait()
	}
	n := p.idle[r.Kind][0]
	p.idle[r.Kind] = p.idle[r.Kind][1:]
	return n
}

func (p *Pool) Put(kind string, n int) {
	p.mu.Lock()
	p.add(kind, n)
	p.mu.Unlock()
	p.free.Signal() // want `each waits for a key of its own`
}

func (p *Pool) add(kind string, n int) { p.idle[kind] = append(p.idle[kind], n) }
