package watched

import (
	"sync"
	"time"
)

var (
	Off     bool
	Limit   time.Duration
	mu      sync.Mutex
	holders = map[any]time.Time{}
)

// plain is what Mutex has in it.
type plain struct{ mu sync.Mutex }

func (p *plain) Lock()   { p.mu.Lock() }
func (p *plain) Unlock() { p.mu.Unlock() }

type Mutex struct{ mu plain }

func (m *Mutex) Lock()   { lock(m.mu.Lock, m) }
func (m *Mutex) Unlock() { m.mu.Unlock(); forget(m) }

type RWMutex struct{ mu sync.RWMutex }

func (m *RWMutex) Lock()    { lock(m.mu.Lock, m) }
func (m *RWMutex) Unlock()  { m.mu.Unlock(); forget(m) }
func (m *RWMutex) RLock()   { lock(m.mu.RLock, m) }
func (m *RWMutex) RUnlock() { m.mu.RUnlock(); forget(m) }

func lock(f func(), m any) {
	if Off {
		f()
		return
	}
	done := make(chan struct{})
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(Limit):
		panic("locked for too long")
	}
	mu.Lock()
	holders[m] = time.Now()
	mu.Unlock()
}

func forget(m any) {
	mu.Lock()
	delete(holders, m)
	mu.Unlock()
}

// A Door is closed by what is in a channel, and counts with a mutex who goes through.
type Door struct {
	mu    sync.Mutex
	count int
	in    chan struct{}
}

func (d *Door) Lock() {
	d.in <- struct{}{}
	d.mu.Lock()
	d.count++
	d.mu.Unlock()
}

func (d *Door) Unlock() { <-d.in }

// A Gate has the methods of a lock, and two locks, so that it promises nothing.
type Gate struct{ in, out sync.Mutex }

func (g *Gate) Lock()   { g.in.Lock(); g.in.Unlock() }
func (g *Gate) Unlock() { g.out.Lock(); g.out.Unlock() }
