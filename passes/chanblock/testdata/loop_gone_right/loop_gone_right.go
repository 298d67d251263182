// Package loop_gone_right looks like package loop_gone.
package loop_gone_right

import (
	"os"
	"os/signal"
	"sync"
)

type status struct{}

type node struct {
	status chan chan status
	stop   chan struct{}
	done   chan struct{}
}

func newNode() *node {
	n := &node{status: make(chan chan status), stop: make(chan struct{}), done: make(chan struct{})}
	go n.run()
	return n
}

func (n *node) run() {
	for {
		select {
		case c := <-n.status:
			c <- status{}
		case <-n.stop:
			close(n.done)
			return
		}
	}
}

// Status looks whether the node has stopped.
func (n *node) Status() (s status, ok bool) {
	c := make(chan status, 1)
	select {
	case n.status <- c:
		return <-c, true
	case <-n.done:
		return status{}, false
	}
}

func (n *node) Stop() { close(n.stop) }

func Serve() { newNode().Stop() }

// A counter receives what is left before it ends.
type counter struct {
	add  chan int
	quit chan struct{}
	left sync.WaitGroup
}

func NewCounter() *counter {
	c := &counter{add: make(chan int), quit: make(chan struct{})}
	go c.run()
	return c
}

func (c *counter) run() {
	sum := 0
	for {
		select {
		case n := <-c.add:
			sum += n
		case <-c.quit:
			for n := range c.add {
				sum += n
			}
			return
		}
	}
}

func (c *counter) Add(n int) { c.add <- n }

func (c *counter) Close() {
	c.left.Wait()
	close(c.quit)
}

// A logger is asked whether it is closed before anything is sent to it.
type logger struct {
	mu     sync.RWMutex
	closed bool
	lines  chan string
	quit   chan struct{}
}

func NewLogger(write func(string)) *logger {
	l := &logger{lines: make(chan string), quit: make(chan struct{})}
	go l.run(write)
	return l
}

func (l *logger) run(write func(string)) {
	for {
		select {
		case line := <-l.lines:
			write(line)
		case <-l.quit:
			return
		}
	}
}

func (l *logger) Print(line string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if !l.closed {
		l.lines <- line
	}
}

func (l *logger) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	close(l.quit)
}

// A pool waits for those who send before it ends who receives.
type pool struct {
	workers sync.WaitGroup
	results chan int
	quit    chan struct{}
}

func NewPool() *pool {
	p := &pool{results: make(chan int), quit: make(chan struct{})}
	go p.collect()
	return p
}

func (p *pool) collect() {
	for {
		select {
		case <-p.results:
		case <-p.quit:
			return
		}
	}
}

func (p *pool) Go(job func() int) {
	p.workers.Add(1)
	go func() {
		defer p.workers.Done()
		p.results <- job()
	}()
}

func (p *pool) Close() {
	p.workers.Wait()
	close(p.quit)
}

// A tracker ends when the channel of somebody else is closed, which is never.
type tracker struct {
	watch   chan string
	signals chan os.Signal
}

func NewTracker() *tracker {
	t := &tracker{watch: make(chan string), signals: make(chan os.Signal, 1)}
	signal.Notify(t.signals)
	go t.run()
	return t
}

func (t *tracker) run() {
	for {
		select {
		case <-t.watch:
		case _, open := <-t.signals:
			if !open {
				return
			}
		}
	}
}

func (t *tracker) Watch(name string) { t.watch <- name }
