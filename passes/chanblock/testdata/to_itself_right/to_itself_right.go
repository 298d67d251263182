// Package to_itself_right sends to itself without waiting, or to others.
package to_itself_right

import (
	"time"
)

// Bar does not wait when it is told already.
type Bar struct {
	left int
	done chan bool
}

func New(n int) *Bar { return &Bar{left: n, done: make(chan bool, 1)} }

func (b *Bar) Run(t *time.Ticker) {
	for {
		select {
		case <-t.C:
			b.draw()
		case <-b.done:
			return
		}
	}
}

func (b *Bar) draw() {
	if b.left--; b.left == 0 {
		select {
		case b.done <- true:
		default:
		}
	}
}

func (b *Bar) Stop() { b.done <- true }

// Alone has room for the only one who sends.
type Alone struct {
	left int
	done chan bool
}

func NewAlone(n int) *Alone { return &Alone{left: n, done: make(chan bool, 1)} }

func (a *Alone) Run(t *time.Ticker) {
	for {
		select {
		case <-t.C:
			if a.left--; a.left == 0 {
				a.done <- true
			}
		case <-a.done:
			return
		}
	}
}

// Queue has several goroutines that take jobs, of which another one takes what one gives back.
type Queue struct {
	jobs chan func() bool
}

func Start(n int) *Queue {
	q := &Queue{jobs: make(chan func() bool)}
	for range n {
		go q.loop()
	}
	return q
}

func (q *Queue) loop() {
	for j := range q.jobs {
		if !j() {
			q.jobs <- j
		}
	}
}

func (q *Queue) Add(j func() bool) { q.jobs <- j }

// Behind gives back when it takes no more.
type Behind struct {
	turn chan struct{}
}

func StartBehind() *Behind {
	b := &Behind{turn: make(chan struct{})}
	go b.once()
	return b
}

func (b *Behind) once() {
	<-b.turn
	b.turn <- struct{}{}
}

func (b *Behind) Take() { b.turn <- struct{}{} }

// A Stage passes on to the next one.
type Stage struct {
	in   chan int
	next *Stage
}

func Chain(n int) *Stage {
	var first *Stage
	for range n {
		first = &Stage{in: make(chan int), next: first}
	}
	go first.pass()
	return first
}

func (s *Stage) pass() {
	for v := range s.in {
		if s.next != nil {
			s.next.in <- v
		}
	}
}

func (s *Stage) Put(v int) { s.in <- v }
