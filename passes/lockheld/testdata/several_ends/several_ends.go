// Package several_ends waits with a lock held for a goroutine that takes it before one of its ends.
package several_ends

import "sync"

// A Pool waits for a goroutine that has two ends.
type Pool struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	stop chan struct{}
	n    int
}

func (p *Pool) Start() {
	p.wg.Add(1)
	go p.work()
}

func (p *Pool) work() {
	defer p.wg.Done()
	select {
	case <-p.stop:
		return
	default:
	}
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}

func (p *Pool) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wg.Wait() // want `waits for WaitGroup .*Pool.wg holding .*Pool.mu`
}
