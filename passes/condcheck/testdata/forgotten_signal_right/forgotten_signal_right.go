// Package forgotten_signal_right tells who waits, itself or by its callers.
package forgotten_signal_right

import (
	"sync"
	"time"
)

type Pages struct {
	mu     sync.Mutex
	cond   *sync.Cond
	active int
	paused bool
	opened bool
}

func New() *Pages {
	p := new(Pages)
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *Pages) Begin() {
	p.mu.Lock()
	p.active++
	p.mu.Unlock()
}

func (p *Pages) End() {
	p.mu.Lock()
	p.endLocked()
	p.mu.Unlock()
	p.cond.Broadcast()
}

func (p *Pages) endLocked() { p.active-- }

func (p *Pages) Drain() {
	p.mu.Lock()
	for p.active > 0 {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

// Pause makes others wait, which needs no signal.
func (p *Pages) Pause() {
	p.mu.Lock()
	p.paused = true
	p.mu.Unlock()
}

func (p *Pages) Resume() {
	p.mu.Lock()
	p.paused = false
	p.mu.Unlock()
	p.wake()
}

func (p *Pages) wake() { p.cond.Broadcast() }

func (p *Pages) Run() {
	p.mu.Lock()
	for p.paused {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

// Either waits for both, so that one of them alone wakes nobody.
func (p *Pages) Either() {
	p.mu.Lock()
	for p.active > 0 || !p.opened {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

func (p *Pages) Open() {
	p.mu.Lock()
	p.opened = true
	p.mu.Unlock()
}

// Timed is woken by a timer.
type Timed struct {
	mu   sync.Mutex
	cond *sync.Cond
	late bool
}

func NewTimed() *Timed {
	t := new(Timed)
	t.cond = sync.NewCond(&t.mu)
	time.AfterFunc(time.Second, t.cond.Broadcast)
	return t
}

func (t *Timed) Await() {
	t.mu.Lock()
	for !t.late {
		t.cond.Wait()
	}
	t.mu.Unlock()
}
