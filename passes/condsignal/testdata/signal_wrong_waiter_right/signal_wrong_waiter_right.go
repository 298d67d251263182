// Package signal_wrong_waiter_right signals where it does not matter who is woken.
package signal_wrong_waiter_right

import (
	"context"
	"sync"
)

// Queue waits for one thing in two ways, and Close wakes everybody.
type Queue struct {
	mu       sync.Mutex
	cond     *sync.Cond
	items    []int
	closed   bool
	draining bool
	busy     int
}

func New() *Queue {
	q := &Queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Put(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
	q.cond.Signal()
}

func (q *Queue) Get() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	return q.take()
}

func (q *Queue) GetContext(ctx context.Context) (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed && ctx.Err() == nil {
		q.cond.Wait()
	}
	return q.take()
}

func (q *Queue) take() (int, bool) {
	if len(q.items) == 0 {
		return 0, false
	}
	v := q.items[0]
	q.items = q.items[1:]
	q.busy++
	return v, true
}

// Drain waits for something else, but then nobody waits in Get any more.
func (q *Queue) Drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed, q.draining = true, true
	q.cond.Broadcast()
	for q.busy > 0 && q.draining {
		q.cond.Wait()
	}
}

// Buffer has a Cond for each of the two things.
type Buffer struct {
	mu              sync.Mutex
	notFull, filled *sync.Cond
	items           []int
	max             int
}

func NewBuffer(max int) *Buffer {
	b := &Buffer{max: max}
	b.notFull, b.filled = sync.NewCond(&b.mu), sync.NewCond(&b.mu)
	return b
}

func (b *Buffer) Put(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	max := b.max
	for len(b.items) == max {
		b.notFull.Wait()
	}
	b.items = append(b.items, v)
	b.filled.Signal()
}

func (b *Buffer) Get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		b.filled.Wait()
	}
	v := b.items[0]
	b.items = b.items[1:]
	b.notFull.Signal()
	return v
}

// Relay passes the wake-up on when it was meant for somebody else.
type Relay struct {
	mu   sync.Mutex
	cond *sync.Cond
	held map[string]bool
}

func NewRelay() *Relay {
	r := &Relay{held: map[string]bool{}}
	r.cond = sync.NewCond(&r.mu)
	return r
}

func (r *Relay) Lock(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.held[key] {
		r.cond.Wait()
		r.cond.Signal()
	}
	r.held[key] = true
}

func (r *Relay) Unlock(key string) {
	r.mu.Lock()
	delete(r.held, key)
	r.mu.Unlock()
	r.cond.Signal()
}
