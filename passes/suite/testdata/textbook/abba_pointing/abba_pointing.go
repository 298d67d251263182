// Package abba_pointing has objects that point to each other by one field: each locks itself, and then the other one.
package abba_pointing

import "sync"

type Pipe struct {
	mu   sync.Mutex
	peer *Pipe
	n    int
}

func New() (*Pipe, *Pipe) {
	a, b := &Pipe{}, &Pipe{}
	a.peer = b
	b.peer = a
	return a, b
}

func (p *Pipe) Move() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.peer.add() // want lockorder
	p.n--
}

func (p *Pipe) add() {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}
