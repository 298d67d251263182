// Package send_under_lock sends to a goroutine that needs the lock to receive.
package send_under_lock

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

func (p *Pump) Put(v int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ch <- v // want lockheld
}
