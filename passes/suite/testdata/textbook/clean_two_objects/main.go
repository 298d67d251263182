// Command clean_two_objects takes the locks of one pair in one order, and those of another pair in the other one.
package main

import "sync"

type pair struct{ a, b sync.Mutex }

func (p *pair) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	p.b.Unlock()
}

func (p *pair) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	p.a.Unlock()
}

func main() {
	x, y := &pair{}, &pair{}
	var group sync.WaitGroup
	group.Add(2)
	go func() { defer group.Done(); x.forth() }()
	go func() { defer group.Done(); y.back() }()
	group.Wait()
}
