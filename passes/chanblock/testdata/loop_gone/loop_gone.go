// Package loop_gone sends to a goroutine that may have been told to end.
package loop_gone

import "sync"

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

func (n *node) Status() status {
	c := make(chan status)
	n.status <- c // want "blocks for ever when the goroutine that receives has returned in line 27"
	return <-c
}

func (n *node) Stop() {
	select {
	case n.stop <- struct{}{}:
	case <-n.done:
		return
	}
	<-n.done
}

func Serve() { newNode().Stop() }

type agent struct {
	mu     sync.Mutex
	ended  chan int
	quit   chan struct{}
	active map[int]bool
}

func NewAgent() *agent {
	a := &agent{ended: make(chan int), quit: make(chan struct{}), active: map[int]bool{}}
	go a.run()
	return a
}

func (a *agent) run() {
	for {
		select {
		case epoch := <-a.ended:
			a.mu.Lock()
			delete(a.active, epoch)
			a.mu.Unlock()
		case <-a.quit:
			return
		}
	}
}

func (a *agent) Start(epoch int, job func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.active[epoch] = true
	go a.work(epoch, job)
}

func (a *agent) work(epoch int, job func()) {
	job()
	a.ended <- epoch // want "blocks for ever when the goroutine that receives has returned in line 70"
}

func (a *agent) Close() { close(a.quit) }
