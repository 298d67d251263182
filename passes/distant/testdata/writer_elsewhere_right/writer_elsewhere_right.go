// Package writer_elsewhere_right has a reader wait for a reader. An interface and a method value are for readers as well.
package writer_elsewhere_right

import "sync"

type Pages struct {
	mu sync.RWMutex
	n  int
}

type Desk struct {
	mu sync.Mutex
	n  int
}

func (p *Pages) Count(d *Desk) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	d.mu.Lock()
	d.n = p.n
	d.mu.Unlock()
}

func (d *Desk) Sum(p *Pages) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p.mu.RLock()
	d.n += p.n
	p.mu.RUnlock()
}

func (p *Pages) Reader() sync.Locker { return p.mu.RLocker() }

func (p *Pages) Pause() (again func()) {
	lock := p.mu.RLock
	lock()
	return p.mu.RUnlock
}
