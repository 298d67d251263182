package lib

import "sync"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}
func Run() { (&pair{&T{}, &T{}}).both() }
