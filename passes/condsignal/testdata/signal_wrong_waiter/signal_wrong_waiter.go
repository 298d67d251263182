// Package signal_wrong_waiter wakes one of several that wait for different things.
package signal_wrong_waiter

import "sync"

// Buffer has one Cond for producers and consumers.
type Buffer struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
	max   int
}

func NewBuffer(max int) *Buffer {
	b := &Buffer{max: max}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *Buffer) Put(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == b.max {
		b.cond.Wait()
	}
	b.items = append(b.items, v)
	b.cond.Signal() // want `Buffer.cond.Signal wakes one of the waiters at .*Get .* and .*Put .*, but they wait for different things`
}

func (b *Buffer) Get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		b.cond.Wait()
	}
	v := b.items[0]
	b.items = b.items[1:]
	b.cond.Signal() // want `they wait for different things`
	return v
}

// Clock wakes those whose time has come.
type Clock struct {
	mu   sync.Mutex
	tick *sync.Cond
	now  int
}

func NewClock() *Clock {
	c := new(Clock)
	c.tick = sync.NewCond(&c.mu)
	return c
}

func (c *Clock) Until(t int) {
	c.mu.Lock()
	for c.now < t {
		c.tick.Wait()
	}
	c.mu.Unlock()
}

func (c *Clock) Tick() {
	c.mu.Lock()
	c.now++
	c.mu.Unlock()
	c.tick.Signal() // want `each waits for something of its own`
}

// Ticket is a fair lock.
type Ticket struct {
	mu         sync.Mutex
	cond       *sync.Cond
	next, head int
}

func NewTicket() *Ticket {
	t := new(Ticket)
	t.cond = sync.NewCond(&t.mu)
	return t
}

func (t *Ticket) Lock() {
	t.mu.Lock()
	my := t.next
	t.next++
	for t.head != my {
		t.cond.Wait()
	}
	t.mu.Unlock()
}

func (t *Ticket) Unlock() {
	t.mu.Lock()
	t.head++
	t.cond.Signal() // want `each waits for something of its own`
	t.mu.Unlock()
}

// Results wait for their own entry.
type Results struct {
	mu   sync.Mutex
	cond *sync.Cond
}

type Entry struct {
	done bool
}

func NewResults() *Results {
	r := new(Results)
	r.cond = sync.NewCond(&r.mu)
	return r
}

func (r *Results) Await(e *Entry) {
	r.mu.Lock()
	for !e.done {
		r.cond.Wait()
	}
	r.mu.Unlock()
}

func (r *Results) Finish(e *Entry) {
	r.mu.Lock()
	e.done = true
	r.cond.Signal() // want `each waits for something of its own`
	r.mu.Unlock()
}
