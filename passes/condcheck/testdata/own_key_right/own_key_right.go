// Package own_key_right wakes all who wait for keys, or the one who waits for this one.
package own_key_right

import "sync"

// Broadcast wakes everybody.
type Broadcast struct {
	mu   sync.Mutex
	cond *sync.Cond
	held map[string]bool
}

func NewBroadcast() *Broadcast {
	k := &Broadcast{held: map[string]bool{}}
	k.cond = sync.NewCond(&k.mu)
	return k
}

func (k *Broadcast) Lock(key string) {
	k.mu.Lock()
	for k.held[key] {
		k.cond.Wait()
	}
	k.held[key] = true
	k.mu.Unlock()
}

func (k *Broadcast) Unlock(key string) {
	k.mu.Lock()
	delete(k.held, key)
	k.mu.Unlock()
	k.cond.Broadcast()
}

// PerKey has a Cond for each key.
type PerKey struct {
	mu    sync.Mutex
	held  map[string]bool
	conds map[string]*sync.Cond
}

func (k *PerKey) Lock(key string) {
	k.mu.Lock()
	if k.conds[key] == nil {
		k.conds[key] = sync.NewCond(&k.mu)
	}
	for k.held[key] {
		k.conds[key].Wait()
	}
	k.held[key] = true
	k.mu.Unlock()
}

func (k *PerKey) Unlock(key string) {
	k.mu.Lock()
	delete(k.held, key)
	k.conds[key].Signal()
	k.mu.Unlock()
}

// Relay passes the wake-up on when it was meant for somebody else.
type Relay struct {
	mu   sync.Mutex
	cond *sync.Cond
	held map[string]bool
}

func NewRelay() *Relay {
	r := &Relay{held: map[string]bool{}}
	r.cond = sync.NewCond(&r.mu)
	return r
}

func (r *Relay) Lock(key string) {
	r.mu.Lock()
	for r.held[key] {
		r.cond.Wait()
		r.cond.Signal()
	}
	r.held[key] = true
	r.mu.Unlock()
}

func (r *Relay) Unlock(key string) {
	r.mu.Lock()
	delete(r.held, key)
	r.mu.Unlock()
	r.cond.Signal()
}

// One waits for one key only, whoever calls it.
type One struct {
	mu   sync.Mutex
	cond *sync.Cond
	have map[string]int
}

func NewOne() *One {
	o := &One{have: map[string]int{}}
	o.cond = sync.NewCond(&o.mu)
	return o
}

func (o *One) Take() { o.take("token") }

func (o *One) take(name string) {
	o.mu.Lock()
	for o.have[name] == 0 {
		o.cond.Wait()
	}
	o.have[name]--
	o.mu.Unlock()
}

func (o *One) Give() {
	o.mu.Lock()
	o.have["token"]++
	o.mu.Unlock()
	o.cond.Signal()
}

// Sync is a group commit: its loop waits only when nobody waits for a commit, so that
// the signal cannot go astray. Generations are no keys.
type Sync struct {
	mu       sync.Mutex
	cond     *sync.Cond
	pending  int
	gen      int
	finished map[int]bool
}

func NewSync() *Sync {
	s := &Sync{finished: map[int]bool{}}
	s.cond = sync.NewCond(&s.mu)
	go s.loop()
	return s
}

func (s *Sync) Commit() {
	s.mu.Lock()
	mine := s.gen
	s.pending++
	s.cond.Signal()
	for s.gen == mine {
		s.cond.Wait()
	}
	s.mu.Unlock()
}

func (s *Sync) loop() {
	s.mu.Lock()
	for {
		for s.pending == 0 {
			s.cond.Wait()
		}
		s.pending = 0
		s.gen++
		s.cond.Broadcast()
	}
}
