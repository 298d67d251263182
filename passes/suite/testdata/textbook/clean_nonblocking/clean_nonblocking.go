// Package clean_nonblocking never waits for the receiver under the lock.
package clean_nonblocking

import "sync"

type Pump struct {
	mu   sync.Mutex
	ch   chan int
	seen int
}

func NewPump() *Pump {
	p := &Pump{ch: make(chan int)}
	go p.loop()
	return p
}

func (p *Pump) loop() {
	for {
		p.mu.Lock()
		p.seen++
		p.mu.Unlock()
		<-p.ch
	}
}

func (p *Pump) Put(v int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case p.ch <- v:
		return true
	default:
		return false
	}
}
