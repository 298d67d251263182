// Package wait_under_lock waits for goroutines that need the lock it holds.
package wait_under_lock

import "sync"

type Pool struct {
	mu   sync.Mutex
	done int
}

func (p *Pool) Run(jobs []func()) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			j()
			p.mu.Lock()
			p.done++
			p.mu.Unlock()
		}()
	}
	wg.Wait() // want lockheld
	return p.done
}
