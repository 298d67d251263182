// Package writer_elsewhere has a reader wait for a reader. The writer in between holds the lock by a list, an
// interface, or a method value.
package writer_elsewhere

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
	d.mu.Lock() // want `lock order cycle`
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

func (p *Pages) Pause() (again func()) {
	lock := p.mu.Lock
	lock()
	return p.mu.Unlock
}

type Lines struct {
	mu sync.RWMutex
	n  int
}

func (l *Lines) Count(d *Desk) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	d.mu.Lock() // want `lock order cycle`
	d.n = l.n
	d.mu.Unlock()
}

func (d *Desk) Lines(l *Lines) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l.mu.RLock()
	d.n += l.n
	l.mu.RUnlock()
}

func (l *Lines) Lockers() []sync.Locker { return []sync.Locker{&l.mu} }

type Words struct {
	mu sync.RWMutex
	n  int
}

func (w *Words) Count(d *Desk) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	d.mu.Lock() // want `lock order cycle`
	d.n = w.n
	d.mu.Unlock()
}

func (d *Desk) Words(w *Words) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w.mu.RLock()
	d.n += w.n
	w.mu.RUnlock()
}

func (w *Words) Clear() {
	for _, mu := range []*sync.RWMutex{&w.mu} {
		mu.Lock()
		w.n = 0
		mu.Unlock()
	}
}
