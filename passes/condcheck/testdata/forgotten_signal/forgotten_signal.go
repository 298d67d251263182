// Package forgotten_signal ends what is waited for and tells nobody.
package forgotten_signal

import (
	"sync"
	"sync/atomic"
)

// Pages are visited by spiders; the last one to end should end all.
type Pages struct {
	mu     sync.Mutex
	cond   *sync.Cond
	active int
	closed bool
	queue  []string
}

func New() *Pages {
	p := new(Pages)
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *Pages) Begin() {
	p.mu.Lock()
	p.active++
	p.mu.Unlock()
}

func (p *Pages) End() {
	p.mu.Lock()
	p.active-- // want `Pages.active ends what .*Drain .* waits for, but no goroutine signals .*Pages.cond here`
	p.mu.Unlock()
}

func (p *Pages) Drain() {
	p.mu.Lock()
	for p.active > 0 {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

func (p *Pages) Put(page string) {
	p.mu.Lock()
	p.queue = append(p.queue, page)
	p.mu.Unlock()
	p.cond.Broadcast()
}

func (p *Pages) Next() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closed {
		p.cond.Wait()
	}
	if p.closed {
		return ""
	}
	page := p.queue[0]
	p.queue = p.queue[1:]
	return page
}

func (p *Pages) Close() {
	p.mu.Lock()
	p.closed = true // want `Pages.closed ends what .*Next .* waits for`
	p.mu.Unlock()
}

// Unread puts a page back.
func (p *Pages) Unread(page string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, page) // want `Pages.queue ends what .*Next .* waits for`
}

// Turn is never given.
type Turn struct {
	mu   sync.Mutex
	cond *sync.Cond
	mine bool
}

func NewTurn() *Turn {
	t := new(Turn)
	t.cond = sync.NewCond(&t.mu)
	return t
}

func (t *Turn) Await() {
	t.mu.Lock()
	for !t.mine {
		t.cond.Wait() // want `Turn.cond.Wait waits for ever: no goroutine calls Signal or Broadcast`
	}
	t.mu.Unlock()
}

// A Workers counts those that run in an atomic variable.
type Workers struct {
	mu      sync.Mutex
	cond    *sync.Cond
	running int32
	idle    []int
}

func NewWorkers() *Workers {
	w := new(Workers)
	w.cond = sync.NewCond(&w.mu)
	return w
}

func (w *Workers) count() int { return int(atomic.LoadInt32(&w.running)) }

func (w *Workers) Get() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.idle) == 0 && w.count() != 0 {
		w.cond.Wait()
	}
	if len(w.idle) == 0 {
		return -1
	}
	v := w.idle[0]
	w.idle = w.idle[1:]
	return v
}

func (w *Workers) Put(v int) {
	w.mu.Lock()
	w.idle = append(w.idle, v)
	w.mu.Unlock()
	w.cond.Signal()
}

func (w *Workers) Run(job func() bool) {
	go func() {
		defer w.end()
		for job() {
		}
	}()
}

func (w *Workers) end() {
	atomic.AddInt32(&w.running, -1) /* want `Workers.running ends what .*Get .* waits for` */
}

// A Factory makes no more than there is room for.
type Factory struct {
	mu   sync.Mutex
	cond *sync.Cond
	max  int
	all  []int
}

func NewFactory(max int) *Factory {
	w := &Factory{max: max}
	w.cond = sync.NewCond(&w.mu)
	return w
}

// Make waits for room, and makes something.
func (w *Factory) Make(make func() (int, error)) error {
	w.mu.Lock()
	for len(w.all) >= w.max {
		w.cond.Wait()
	}
	v := len(w.all)
	w.all = append(w.all, v)
	w.mu.Unlock()
	if _, err := make(); err != nil {
		w.mu.Lock()
		w.all = without(w.all, v) // want `Factory.all ends what .*Make .* waits for`
		w.mu.Unlock()
		return err
	}
	return nil
}

func (w *Factory) Drop(v int) {
	w.mu.Lock()
	w.all = without(w.all, v)
	w.mu.Unlock()
	w.cond.Signal()
}

func without(list []int, v int) []int {
	for i := range list {
		if list[i] == v {
			list[i] = list[len(list)-1]
			return list[:len(list)-1]
		}
	}
	panic("not there")
}

// A Cursor reads what comes behind what was read.
type Cursor struct {
	mu    sync.Mutex
	cond  *sync.Cond
	next  int
	lines int
}

func NewCursor() *Cursor {
	c := &Cursor{}
	c.cond = sync.NewCond(&c.mu)
	return c
}

func (c *Cursor) Read() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.next >= c.lines {
		c.cond.Wait()
	}
	c.step()
	return c.next
}

func (c *Cursor) step() { c.next++ }

func (c *Cursor) Add() {
	c.mu.Lock()
	c.lines++
	c.mu.Unlock()
	c.cond.Signal()
}

// Remove takes out one of two lines that were read.
func (c *Cursor) Remove() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines--
	c.next -= 2 // want `Cursor.next ends what .*Read .* waits for`
}

// Back makes one step back.
func (c *Cursor) Back() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next-- // want `Cursor.next ends what .*Read .* waits for`
}
