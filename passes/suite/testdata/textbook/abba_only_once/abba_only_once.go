// Package abba_only_once passes on what it has gathered, with the lock of who gets it, as often as it is called, or not only then: each update goes by itself
// when it was, or when somebody says so.
package abba_only_once

import (
	"errors"
	"sync"
)

var errPassed = errors.New("passed")

type Batch struct {
	mu      sync.Mutex
	updates []string
	flushed bool
	node    *Node
}

type Node struct {
	mu    sync.Mutex
	batch *Batch
	names []string
}

func NewNode() *Node {
	n := &Node{}
	n.batch = &Batch{node: n}
	return n
}

func (b *Batch) Update(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flushed {
		b.node.set(name) // want lockorder
		return
	}
	b.updates = append(b.updates, name)
}

func (b *Batch) flush(f func(name string)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.flushed = true
	for _, u := range b.updates {
		f(u)
	}
	b.updates = nil
	return nil
}

func (n *Node) set(name string) {
	n.mu.Lock()
	n.names = append(n.names, name)
	n.mu.Unlock()
}

func (n *Node) Start() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.batch.flush(func(name string) { n.names = append(n.names, name) })
}

// Gate lets others through when it is open, which is said by more than one.
type Gate struct {
	mu   sync.Mutex
	open bool
	hall *Hall
}

type Hall struct {
	mu   sync.Mutex
	gate *Gate
	n    int
}

func NewHall() *Hall {
	h := &Hall{}
	h.gate = &Gate{hall: h}
	return h
}

func (g *Gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open {
		g.hall.enter() // want lockorder
	}
}

func (g *Gate) Open() {
	g.mu.Lock()
	g.open = true
	g.mu.Unlock()
}

func (g *Gate) reset() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open {
		return errPassed
	}
	g.open = true
	return nil
}

func (h *Hall) enter() {
	h.mu.Lock()
	h.n++
	h.mu.Unlock()
}

func (h *Hall) Start() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.gate.reset()
}

// Door is opened once, but between the look at it and the opening its lock is released: a second one who opens it waits for the lock
// when others pass already.
type Door struct {
	mu   sync.Mutex
	open bool
	room *Room
}

type Room struct {
	mu   sync.Mutex
	door *Door
	n    int
}

func NewRoom() *Room {
	r := &Room{}
	r.door = &Door{room: r}
	return r
}

func (d *Door) Pass() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open {
		d.room.enter() // want lockorder
	}
}

func (d *Door) unlock(turn func()) error {
	d.mu.Lock()
	if d.open {
		d.mu.Unlock()
		return errPassed
	}
	d.mu.Unlock()
	turn()
	d.mu.Lock()
	d.open = true
	d.mu.Unlock()
	return nil
}

func (r *Room) enter() {
	r.mu.Lock()
	r.n++
	r.mu.Unlock()
}

func (r *Room) Start() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.door.unlock(func() { r.n = 0 })
}
