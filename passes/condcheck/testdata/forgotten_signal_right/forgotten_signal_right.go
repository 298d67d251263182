// Package forgotten_signal_right tells who waits, itself or by its callers.
package forgotten_signal_right

import (
	"container/heap"
	"sync"
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
