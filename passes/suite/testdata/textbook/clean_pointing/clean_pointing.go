// Package clean_pointing has objects that point to the next one by one field, and to themselves at the end.
package clean_pointing

import "sync"

type Pipe struct {
	mu   sync.Mutex
	next *Pipe
	n    int
}

func New() *Pipe {
	p := &Pipe{}
	p.next = p
	return p
}

func (p *Pipe) Before(next *Pipe) { p.next = next }

func (p *Pipe) Move() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == p {
		return
	}
	p.next.add()
	p.n--
}

func (p *Pipe) add() {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}
