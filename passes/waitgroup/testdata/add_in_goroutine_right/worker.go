package add_in_goroutine_right

import "sync"

// A Pool is counted before its worker starts, which counts more workers.
type Pool struct {
	wg   sync.WaitGroup
	jobs chan func()
}

func (p *Pool) Start() {
	p.wg.Add(1)
	go p.work()
}

func (p *Pool) work() {
	defer p.wg.Done()
	for j := range p.jobs {
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			j()
		}()
	}
}

func (p *Pool) Close() {
	close(p.jobs)
	p.wg.Wait()
}
