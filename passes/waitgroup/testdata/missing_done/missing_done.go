// Package missing_done adds more than is done.
package missing_done

import "sync"

func Early(jobs []func() error, failed chan<- error) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			if err := j(); err != nil {
				failed <- err
				return // want `the goroutine returns without .*Done, which other paths call`
			}
			wg.Done()
		}()
	}
	wg.Wait()
}

type Pool struct {
	wg   sync.WaitGroup
	jobs chan func() error
}

func (p *Pool) Start() {
	p.wg.Add(1)
	go p.work()
}

func (p *Pool) work() {
	for j := range p.jobs {
		if j() != nil {
			return // want `the goroutine returns without .*Pool.wg.Done`
		}
	}
	p.wg.Done()
}

func Nobody(work func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		work()
	}()
	wg.Wait() // want `wg.Wait waits for ever: 1 added, but Done is called 0 times at most`
}

func Two(a, b func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		a()
		b()
	}()
	wg.Wait() // want `wg.Wait waits for ever: 2 added, but Done is called 1 times at most`
}

func EachTurn(jobs []func()) {
	var wg sync.WaitGroup
	wg.Add(len(jobs))
	for _, j := range jobs {
		go func() {
			defer wg.Done()
			j()
		}()
		wg.Wait() // want `wg.Wait waits for ever in the first turn of the loop`
	}
}
