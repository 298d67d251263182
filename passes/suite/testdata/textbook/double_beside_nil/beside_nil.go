// Package double_beside_nil has a lock of a nil pointer, and a double lock beside it.
package double_beside_nil

import "sync"

type P struct {
	mu sync.Mutex
	n  int
}

// Nil forgets to set what it locks.
func Nil(p, q *P) {
	var x *P
	x.mu.Lock()
	for p != q {
		p.n++
	}
}

// Twice locks again.
func (p *P) Twice() {
	p.mu.Lock()
	p.inc() // want doublelock
	p.mu.Unlock()
}

func (p *P) inc() {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}
