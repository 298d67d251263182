// Package missing_done_right calls Done as often as is added.
package missing_done_right

import "sync"

func Defer(jobs []func() error, failed chan<- error) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := j(); err != nil {
				failed <- err
				return
			}
		}()
	}
	wg.Wait()
}

func Each(a, b func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	for _, f := range []func(){a, b} {
		go func() {
			defer wg.Done()
			f()
		}()
	}
	wg.Wait()
}

// Passed gives the WaitGroup to somebody who calls Done.
func Passed(work func(done func())) {
	var wg sync.WaitGroup
	wg.Add(1)
	go work(wg.Done)
	wg.Wait()
}

func Pointer() {
	var wg sync.WaitGroup
	wg.Add(1)
	go worker(&wg)
	wg.Wait()
}

func worker(wg *sync.WaitGroup) { wg.Done() }

// Sometimes adds only when a goroutine is started.
func Sometimes(parallel bool, work func()) {
	var wg sync.WaitGroup
	if parallel {
		wg.Add(1)
		go func() {
			defer wg.Done()
			work()
		}()
	}
	wg.Wait()
}

// All calls Done on all paths.
func All(jobs []func() error, failed chan<- error) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			if err := j(); err != nil {
				failed <- err
				wg.Done()
				return
			}
			wg.Done()
		}()
	}
	wg.Wait()
}

// Workers call Done for each piece of work that they find.
func Workers(n int, work <-chan func()) {
	var wg sync.WaitGroup
	wg.Add(len(work))
	worker := func() {
		for {
			select {
			case w := <-work:
				w()
			default:
				return
			}
			wg.Done()
		}
	}
	for range n {
		go worker()
	}
	wg.Wait()
}

// A Pool counts what it has made, not who makes it.
type Pool struct {
	wg   sync.WaitGroup
	idle chan int
}

func (p *Pool) Grow(make func() (int, error)) {
	p.wg.Add(1)
	go func() {
		v, err := make()
		if err != nil {
			p.wg.Done()
			return
		}
		p.idle <- v
	}()
}

func (p *Pool) Shrink() {
	<-p.idle
	p.wg.Done()
}

func (p *Pool) Close() { p.wg.Wait() }

// EachTurn adds in each turn.
func EachTurn(jobs []func()) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			j()
		}()
		wg.Wait()
	}
}

// AfterAll waits behind the loop.
func AfterAll(jobs []func()) {
	var wg sync.WaitGroup
	wg.Add(len(jobs))
	for _, j := range jobs {
		go func() {
			defer wg.Done()
			j()
		}()
	}
	wg.Wait()
}

// Watched starts a goroutine for all of them first, and asks in another loop.
func Watched(jobs []func()) {
	var wg sync.WaitGroup
	wg.Add(len(jobs))
	for _, j := range jobs {
		go func() {
			defer wg.Done()
			j()
		}()
	}
	for range jobs {
		wg.Wait()
	}
}
