// Package send_on_closed_right closes when all is sent.
package send_on_closed_right

import "sync"

type Feed struct{ ch chan int }

func (f *Feed) End(last int) {
	f.ch <- last
	close(f.ch)
}

func (f *Feed) Restart(first int) {
	close(f.ch)
	f.reset()
	f.ch <- first
}

func (f *Feed) reset() { f.ch = make(chan int, 1) }

func Ordered(values []int, use func(int)) {
	ch := make(chan int)
	go func() {
		for v := range ch {
			use(v)
		}
	}()
	var wg sync.WaitGroup
	for _, v := range values {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ch <- v
		}()
	}
	wg.Wait()
	close(ch)
}

// Rounds makes a new channel for each round.
func Rounds(values []int, use func(<-chan int)) {
	for _, v := range values {
		ch := make(chan int, 1)
		ch <- v
		close(ch)
		use(ch)
	}
}

// Count has received from all.
func Count(n int, work func()) {
	done := make(chan bool)
	for range n {
		go func() {
			work()
			done <- true
		}()
	}
	for range n {
		<-done
	}
	close(done)
}

// Tell closes each channel after it has sent to it.
func Tell(waiting []chan error, err error) {
	for _, ch := range waiting {
		ch <- err
		close(ch)
	}
}

// Some closes it early, and sends no more after that.
func Some(n, limit int) <-chan int {
	ch := make(chan int, n)
	closed := false
	for i := range n {
		if i < limit {
			ch <- i
		} else if !closed {
			close(ch)
			closed = true
		}
	}
	return ch
}

// A Retrier tries again what has failed, until it is told to end.
type Retrier struct {
	mu   sync.Mutex
	jobs chan func() error
	done bool
}

func (r *Retrier) Run() {
	for job := range r.jobs {
		if job() == nil {
			continue
		}
		r.mu.Lock()
		if !r.done {
			select {
			case r.jobs <- job:
			default:
			}
		}
		r.mu.Unlock()
	}
}

func (r *Retrier) Close() {
	r.mu.Lock()
	r.done = true
	close(r.jobs)
	r.mu.Unlock()
}

// An Echo sends to another one.
type Echo struct{ in, out chan int }

func (e *Echo) Run() {
	for v := range e.in {
		e.out <- v
	}
	close(e.out)
}

func (e *Echo) Close() { close(e.in) }

// A Once closes it itself, when it has sent all.
type Once struct{ ch chan int }

func (o *Once) Run(n int) {
	go func() {
		o.ch <- n
		close(o.ch)
	}()
	for v := range o.ch {
		if v < 0 {
			return
		}
	}
}

// A Careless one lives on when it has sent too late.
type Careless struct{ jobs chan func() error }

func (c *Careless) Run() {
	defer func() { _ = recover() }()
	for job := range c.jobs {
		if job() != nil {
			c.jobs <- job
		}
	}
}

func (c *Careless) Close() { close(c.jobs) }

// Started closes the channel itself when no goroutine does.
func Started(list []int, reverse bool) <-chan int {
	out := make(chan int, 4)
	started := false
	if len(list) > 0 {
		started = true
		go func() {
			for _, v := range list {
				out <- v
			}
			close(out)
		}()
	}
	if reverse && !started {
		started = true
		go func() {
			for i := len(list) - 1; i >= 0; i-- {
				out <- list[i]
			}
			close(out)
		}()
	}
	if !started {
		close(out)
	}
	return out
}
