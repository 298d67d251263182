package main

import "sync"
import "sync/atomic"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}

type keeper interface{ Store(any) }

func main() {
	var v atomic.Value
	x := &T{}
	v.Store(&T{})
	var k keeper = &v
	k.Store(&T{})
	(&pair{x, v.Load().(*T)}).both()
}
