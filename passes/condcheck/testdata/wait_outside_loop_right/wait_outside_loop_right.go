// Package wait_outside_loop_right waits in loops of all kinds, or for what does
// not change any more.
package wait_outside_loop_right

import (
	"sync"
	"sync/atomic"
)

type Queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
	done  bool
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
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.take()
}

func (q *Queue) take() int {
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

// Goto is a loop as well.
func (q *Queue) Goto() int {
	q.mu.Lock()
	defer q.mu.Unlock()
again:
	if len(q.items) == 0 {
		q.cond.Wait()
		goto again
	}
	return q.take()
}

// Inside asks in the loop.
func (q *Queue) Inside() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if len(q.items) > 0 {
			return q.take()
		}
		q.cond.Wait()
	}
}

// Helper leaves the loop to its callers.
func (q *Queue) Helper() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.wait()
	}
	return q.take()
}

func (q *Queue) wait() { q.cond.Wait() }

// Retry takes the lock again and starts over.
func (q *Queue) Retry() int {
	for {
		q.mu.Lock()
		if len(q.items) == 0 {
			q.cond.Wait()
			q.mu.Unlock()
			continue
		}
		v := q.take()
		q.mu.Unlock()
		return v
	}
}

// A Latch is opened once and never closed: whoever is woken finds it open.
type Latch struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func NewLatch() *Latch {
	l := &Latch{open: false}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *Latch) Wait() {
	l.mu.Lock()
	if !l.open {
		l.cond.Wait()
	}
	l.mu.Unlock()
}

func (l *Latch) Open() {
	l.mu.Lock()
	l.open = true
	l.cond.Broadcast()
	l.mu.Unlock()
}

// A Turn is handed over: who is counted is next, and nobody comes in between.
type Turn struct {
	mu    sync.Mutex
	turns map[string]*turn
}

type turn struct {
	cond   *sync.Cond
	queued int
	taken  bool
}

func (t *Turn) Take(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	tn, ok := t.turns[name]
	if !ok {
		t.turns[name] = &turn{cond: sync.NewCond(&t.mu), queued: 1, taken: true}
		return
	}
	tn.queued++
	tn.cond.Wait()
	tn.taken = true
}

func (t *Turn) Give(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	tn := t.turns[name]
	tn.queued--
	if tn.queued == 0 {
		delete(t.turns, name)
		return
	}
	tn.taken = false
	tn.cond.Signal()
}

// Serve asks in other words whether there is something.
func (q *Queue) Serve(work func(int)) {
	for {
		q.mu.Lock()
		if len(q.items) == 0 && !q.done {
			q.cond.Wait()
		}
		if len(q.items) > 0 {
			v := q.take()
			q.mu.Unlock()
			work(v)
			continue
		}
		done := q.done
		q.mu.Unlock()
		if done {
			return
		}
	}
}

// await has a choice of its own; its callers hold the lock and test again.
func (q *Queue) await() {
	if q.done {
		q.cond.Wait()
		return
	}
	q.cond.Wait()
}

func (q *Queue) Awaited() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.await()
	}
	return q.take()
}

func (q *Queue) Restart(done bool) {
	q.mu.Lock()
	q.done = done
	q.mu.Unlock()
}

// Pool counts those who wait, and looks at what it has got.
type Pool struct {
	mu      sync.Mutex
	cond    *sync.Cond
	waiting int
	idle    []*int
}

func NewPool() *Pool {
	p := new(Pool)
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *Pool) detach() *int {
	if len(p.idle) == 0 {
		return nil
	}
	v := p.idle[0]
	p.idle = p.idle[1:]
	return v
}

func (p *Pool) Get() *int {
	p.mu.Lock()
	defer p.mu.Unlock()
	v := p.detach()
	if v != nil {
		return v
	}
again:
	if p.waiting > 100 {
		return nil
	}
	p.waiting++
	p.cond.Wait()
	p.waiting--
	if v = p.detach(); v == nil {
		goto again
	}
	return v
}

func (p *Pool) Put(v *int) {
	p.mu.Lock()
	p.idle = append(p.idle, v)
	p.mu.Unlock()
	p.cond.Signal()
}

// A Mailbox lets its user wait, who then looks whether there is something.
type Mailbox struct {
	mu    sync.Mutex
	cond  *sync.Cond
	mails []string
}

func NewMailbox() *Mailbox {
	m := new(Mailbox)
	m.cond = sync.NewCond(&m.mu)
	return m
}

func (m *Mailbox) Wait() bool {
	m.mu.Lock()
	if len(m.mails) != 0 {
		m.mu.Unlock()
		return true
	}
	m.cond.Wait()
	m.mu.Unlock()
	return true
}

// Next waits, and looks itself.
func (m *Mailbox) Next() (string, bool) {
	m.mu.Lock()
	if len(m.mails) != 0 {
		m.mu.Unlock()
		return m.Take()
	}
	m.cond.Wait()
	m.mu.Unlock()
	return m.Take()
}

func (m *Mailbox) Take() (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.mails) == 0 {
		return "", false
	}
	mail := m.mails[0]
	m.mails = m.mails[1:]
	return mail, true
}

func (m *Mailbox) Put(mail string) {
	m.mu.Lock()
	m.mails = append(m.mails, mail)
	m.mu.Unlock()
	m.cond.Signal()
}

// A Crowd counts who waits in an atomic variable, by a function.
type Crowd struct {
	mu      sync.Mutex
	cond    *sync.Cond
	waiting int32
	most    int
	idle    []int
}

func NewCrowd() *Crowd {
	c := new(Crowd)
	c.cond = sync.NewCond(&c.mu)
	return c
}

func (c *Crowd) count() int { return int(atomic.LoadInt32(&c.waiting)) }

func (c *Crowd) add(n int) { atomic.AddInt32(&c.waiting, int32(n)) }

func (c *Crowd) Get() (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.idle) == 0 {
		if c.count() >= c.most {
			return 0, false
		}
		c.add(1)
		c.cond.Wait()
		c.add(-1)
	}
	v := c.idle[0]
	c.idle = c.idle[1:]
	return v, true
}

func (c *Crowd) Put(v int) {
	c.mu.Lock()
	c.idle = append(c.idle, v)
	c.mu.Unlock()
	c.cond.Signal()
}

// Flush leaves the question to what it calls.
func (q *Queue) Flush(work func(int)) {
	for {
		q.mu.Lock()
		if len(q.items) == 0 {
			q.cond.Wait()
		}
		q.flush(work)
		q.mu.Unlock()
	}
}

func (q *Queue) flush(work func(int)) bool {
	if q.done || len(q.items) == 0 {
		return false
	}
	for _, v := range q.items {
		work(v)
	}
	q.items = q.items[:0]
	return true
}
