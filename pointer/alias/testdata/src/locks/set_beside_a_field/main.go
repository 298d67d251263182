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
	t := &two{&T{}, &T{}}
	reflect.ValueOf(t).Elem().Set(reflect.ValueOf(two{&T{}, &T{}}))
	(&pair{t.a, t.b}).both()
}
