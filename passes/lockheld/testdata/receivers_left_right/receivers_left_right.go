// Package receivers_left_right hands out items with its lock held to who is still there.
package receivers_left_right

import "sync"

// Queue gives up when those who receive do.
type Queue struct {
	mu    sync.Mutex
	items []int
	get   chan int
	done  chan struct{}
}

func New() *Queue {
	q := &Queue{get: make(chan int), done: make(chan struct{})}
	go q.hand()
	return q
}

func (q *Queue) hand() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, v := range q.items {
		select {
		case q.get <- v:
		case <-q.done:
			return
		}
	}
}

func (q *Queue) Get() (v int, ok bool) {
	select {
	case <-q.done:
		return 0, false
	case v := <-q.get:
		return v, true
	}
}

func (q *Queue) Stop() { close(q.done) }

// Locked is closed with the lock, which nobody has who still sends.
type Locked struct {
	mu   sync.Mutex
	over bool
	get  chan int
	done chan struct{}
}

func NewLocked() *Locked { return &Locked{get: make(chan int), done: make(chan struct{})} }

func (l *Locked) Hand(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.get <- v
	}
}

func (l *Locked) Get() (v int) {
	select {
	case <-l.done:
	case v = <-l.get:
	}
	return v
}

func (l *Locked) Stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.over = true
		close(l.done)
	}
}

// Drained has somebody who receives until the end.
type Drained struct {
	mu   sync.Mutex
	get  chan int
	done chan struct{}
}

func NewDrained() *Drained { return &Drained{get: make(chan int), done: make(chan struct{})} }

func (d *Drained) Hand(v int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.get <- v
}

func (d *Drained) Get() (v int) {
	select {
	case <-d.done:
	case v = <-d.get:
	}
	return v
}

func (d *Drained) Stop() {
	close(d.done)
	for range d.get {
	}
}

// Joined is closed when all who send have returned.
type Joined struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	get  chan int
	done chan struct{}
}

func NewJoined() *Joined { return &Joined{get: make(chan int), done: make(chan struct{})} }

func (j *Joined) Feed(list []int) {
	for _, v := range list {
		j.wg.Add(1)
		go func() {
			defer j.wg.Done()
			j.mu.Lock()
			defer j.mu.Unlock()
			j.get <- v
		}()
	}
}

func (j *Joined) Get() (v int) {
	select {
	case <-j.done:
	case v = <-j.get:
	}
	return v
}

func (j *Joined) Stop() {
	j.wg.Wait()
	close(j.done)
}

// A base is part of what hands out.
type base struct {
	mu   sync.RWMutex
	over bool
}

// Flagged is closed by who has said so with the lock, which is that of a part of it.
type Flagged struct {
	base
	get  chan int
	done chan struct{}
}

func NewFlagged() *Flagged { return &Flagged{get: make(chan int), done: make(chan struct{})} }

func (f *Flagged) Hand(v int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.over {
		f.get <- v
	}
}

func (f *Flagged) Get() (v int) {
	select {
	case <-f.done:
	case v = <-f.get:
	}
	return v
}

func (f *Flagged) Stop() {
	f.mu.Lock()
	f.over = true
	f.mu.Unlock()
	close(f.done)
}

// Asked is closed by who has asked with the lock for whether it may.
type Asked struct {
	base
	get  chan int
	done chan struct{}
}

func NewAsked() *Asked { return &Asked{get: make(chan int), done: make(chan struct{})} }

func (a *Asked) Hand(v int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.get <- v
	a.over = true
}

func (a *Asked) Get() (v int) {
	select {
	case <-a.done:
	case v = <-a.get:
	}
	return v
}

func (a *Asked) Stop() {
	a.mu.RLock()
	over := a.over
	a.mu.RUnlock()
	if over {
		close(a.done)
	}
}
