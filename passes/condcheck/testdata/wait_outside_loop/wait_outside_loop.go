// Package wait_outside_loop takes the condition for granted after Wait.
package wait_outside_loop

import "sync"

type Queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func New() *Queue {
	q := &Queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Put(v int) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *Queue) Get() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait() // want `Queue.cond.Wait outside of a loop that tests again: when it returns, another goroutine may have taken what was waited for`
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

// Serve has the same bug in an outer loop, which does not help.
func (q *Queue) Serve(work func(int)) {
	for {
		q.mu.Lock()
		if q.empty() {
			q.cond.Wait() // want `another goroutine may have taken what was waited for`
		}
		v := q.take()
		q.mu.Unlock()
		work(v)
	}
}

func (q *Queue) empty() bool { return len(q.items) == 0 }

func (q *Queue) take() int {
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

type Door struct {
	mu    sync.Mutex
	moved sync.Cond
	open  bool
}

func NewDoor() *Door {
	d := new(Door)
	d.moved.L = &d.mu
	return d
}

// Pass may find the door closed again.
func (d *Door) Pass() {
	d.mu.Lock()
	if !d.open {
		d.moved.Wait() // want `Door.moved.Wait outside of a loop that tests again: when it returns, what was waited for may have changed again`
	}
	d.mu.Unlock()
}

func (d *Door) Set(open bool) {
	d.mu.Lock()
	d.open = open
	d.moved.Broadcast()
	d.mu.Unlock()
}

type Stage struct {
	mu           sync.Mutex
	cond         *sync.Cond
	ready, ended bool
}

func NewStage() *Stage {
	s := new(Stage)
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *Stage) Ready() {
	s.mu.Lock()
	s.ready = true
	s.cond.Broadcast()
	s.mu.Unlock()
}

func (s *Stage) End() {
	s.mu.Lock()
	s.ended = true
	s.cond.Broadcast()
	s.mu.Unlock()
}

// AwaitReady may be woken by End.
func (s *Stage) AwaitReady() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready {
		s.cond.Wait() // want `the wake-up may be meant for a goroutine that waits for something else`
	}
}

func (s *Stage) AwaitEnd() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ended {
		s.cond.Wait()
	}
}

// Flush calls what asks for something else.
func (q *Queue) Flush(work func(int)) {
	for {
		q.mu.Lock()
		if len(q.items) == 0 {
			q.cond.Wait() // want `another goroutine may have taken what was waited for`
		}
		q.flush(work)
		q.mu.Unlock()
	}
}

func (q *Queue) flush(work func(int)) {
	if work == nil {
		return
	}
	work(q.items[0])
	q.items = q.items[1:]
}
