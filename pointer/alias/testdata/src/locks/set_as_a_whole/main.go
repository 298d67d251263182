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

type two struct{ a, b *T }

func main() {
	x, t := &T{}, &two{&T{}, &T{}}
	reflect.ValueOf(t).Elem().Set(reflect.ValueOf(two{b: x}))
	(&pair{x, t.b}).both()
}
