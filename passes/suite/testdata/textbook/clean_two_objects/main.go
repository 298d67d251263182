// Command clean_two_objects takes the locks of each of two objects in one order.
package main

import "sync"

type pair struct{ a, b sync.Mutex }

func (p *pair) forth() {
	p.a.Lock()
	p.b.Lock()
	p.b.Unlock()
	p.a.Unlock()
}

func (p *pair) back() {
	p.b.Lock()
	p.a.Lock()
	p.a.Unlock()
	p.b.Unlock()
}

func main() {
	x, y := &pair{}, &pair{}
	var group sync.WaitGroup
	group.Add(2)
	go func() { defer group.Done(); x.forth() }()
	go func() { defer group.Done(); y.back() }()
	group.Wait()
}
