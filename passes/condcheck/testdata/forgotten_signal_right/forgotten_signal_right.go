// Package forgotten_signal_right tells who waits, itself or by its callers.
package forgotten_signal_right

import (
	"container/heap"
	"sync"
	"sync/atomic"
	"time"
)

type Pages struct {
	mu     sync.Mutex
	cond   *sync.Cond
	active int
	paused bool
	opened bool
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
	p.endLocked()
	p.mu.Unlock()
	p.cond.Broadcast()
}

func (p *Pages) endLocked() { p.active-- }

func (p *Pages) Drain() {
	p.mu.Lock()
	for p.active > 0 {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

// Pause makes others wait, which needs no signal.
func (p *Pages) Pause() {
	p.mu.Lock()
	p.paused = true
	p.mu.Unlock()
}

func (p *Pages) Resume() {
	p.mu.Lock()
	p.paused = false
	p.mu.Unlock()
	p.wake()
}

func (p *Pages) wake() { p.cond.Broadcast() }

func (p *Pages) Run() {
	p.mu.Lock()
	for p.paused {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

// Either waits for both, so that one of them alone wakes nobody.
func (p *Pages) Either() {
	p.mu.Lock()
	for p.active > 0 || !p.opened {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

func (p *Pages) Open() {
	p.mu.Lock()
	p.opened = true
	p.mu.Unlock()
}

// Timed is woken by a timer.
type Timed struct {
	mu   sync.Mutex
	cond *sync.Cond
	late bool
}

func NewTimed() *Timed {
	t := new(Timed)
	t.cond = sync.NewCond(&t.mu)
	time.AfterFunc(time.Second, t.cond.Broadcast)
	return t
}

func (t *Timed) Await() {
	t.mu.Lock()
	for !t.late {
		t.cond.Wait()
	}
	t.mu.Unlock()
}

// Heap leaves the lock and the signal to those who call container/heap.
type Heap struct {
	mu   sync.Mutex
	cond *sync.Cond
	data *data
}

type data struct{ list []int }

func (d *data) Len() int           { return len(d.list) }
func (d *data) Less(i, j int) bool { return d.list[i] < d.list[j] }
func (d *data) Swap(i, j int)      { d.list[i], d.list[j] = d.list[j], d.list[i] }
func (d *data) Push(v any)         { d.list = append(d.list, v.(int)) }

func (d *data) Pop() any {
	v := d.list[0]
	d.list = d.list[1:]
	return v
}

func NewHeap() *Heap {
	h := &Heap{data: &data{}}
	h.cond = sync.NewCond(&h.mu)
	return h
}

func (h *Heap) Add(v int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	heap.Push(h.data, v)
	h.cond.Broadcast()
}

func (h *Heap) Take() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.data.list) == 0 {
		h.cond.Wait()
	}
	return heap.Pop(h.data).(int)
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
	w.mu.Lock()
	atomic.AddInt32(&w.running, -1)
	w.mu.Unlock()
	w.cond.Signal()
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
		w.all = without(w.all, v)
		w.mu.Unlock()
		w.cond.Signal()
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
