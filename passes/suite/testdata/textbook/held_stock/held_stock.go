// Package held_stock receives with a lock held when there was something, but others may have taken it.
package held_stock

import "sync"

// Of a Queue, others receive without the lock.
type Queue struct {
	mu      sync.Mutex
	waiting chan int
	sent    int
}

func New() *Queue { return &Queue{waiting: make(chan int, 10)} }

func (q *Queue) Send(v int) {
	q.mu.Lock()
	q.sent++
	q.mu.Unlock()
	q.waiting <- v
}

func (q *Queue) Next() (v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) > 0 {
		v = <-q.waiting // want lockheld
	}
	return v
}

func (q *Queue) Drop() { <-q.waiting }

// Of a List, the lock is released between the test and the receive.
type List struct {
	mu      sync.Mutex
	waiting chan int
	sent    int
}

func NewList() *List { return &List{waiting: make(chan int, 10)} }

func (l *List) Send(v int) {
	l.mu.Lock()
	l.sent++
	l.mu.Unlock()
	l.waiting <- v
}

func (l *List) Next(log func(int)) (v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.waiting); n > 0 {
		l.mu.Unlock()
		log(n)
		l.mu.Lock()
		v = <-l.waiting // want lockheld
	}
	return v
}

// Of a Pair, two are taken out where one was seen.
type Pair struct {
	mu      sync.Mutex
	waiting chan int
	sent    int
}

func NewPair() *Pair { return &Pair{waiting: make(chan int, 10)} }

func (p *Pair) Send(v int) {
	p.mu.Lock()
	p.sent++
	p.mu.Unlock()
	p.waiting <- v
}

func (p *Pair) Next() (v, w int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting) > 0 {
		v = <-p.waiting // want lockheld
		w = <-p.waiting
	}
	return v, w
}
