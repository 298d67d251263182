// Package held_places waits with the lock held for as many signs as there are workers, who take the lock before they send;
// and for the one sign of a goroutine that does so.
package held_places

import "sync"

type Pool struct {
	mu   sync.Mutex
	n    int
	jobs chan int
	done chan struct{}
	one  chan struct{}
}

func New(workers int) *Pool {
	p := &Pool{jobs: make(chan int), done: make(chan struct{}, workers), one: make(chan struct{}, 1)}
	for range workers {
		go p.work()
	}
	return p
}

func (p *Pool) work() {
	for v := range p.jobs {
		p.mu.Lock()
		p.n += v
		p.mu.Unlock()
	}
	p.done <- struct{}{}
}

func (p *Pool) Close(workers int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.jobs)
	for range workers {
		<-p.done // want lockheld
	}
}

func (p *Pool) Add(v int) {
	p.mu.Lock()
	p.n += v
	p.mu.Unlock()
	p.one <- struct{}{}
}

func (p *Pool) Wait() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	<-p.one // want lockheld
	return p.n
}
