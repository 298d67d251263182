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
	c := make(chan *T, 2)
	x := &T{}
	c <- &T{}
	reflect.ValueOf((<-chan *T)(c)).Len()
	(&pair{x, <-c}).both()
}
