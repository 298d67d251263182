package main

import "sync"
import "reflect"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}
func main() {
	p, q := &pair{&T{}, &T{}}, &pair{&T{}, &T{}}
	reflect.ValueOf(p.x).Elem()
	(&pair{p.y, q.y}).both()
}
