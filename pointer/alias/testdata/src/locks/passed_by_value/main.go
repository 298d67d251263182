package main

import "sync"
import "slices"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}
func main() {
	x, list := &T{}, []pair{{y: &T{}}}
	_ = slices.AppendSeq(list[:0], func(yield func(pair) bool) { yield(pair{y: x}) })
	(&pair{x, list[0].y}).both()
}
