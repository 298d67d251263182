// Command abba_two_objects has two pairs, which may be one.
package main

import (
	"os"
	"sync"
)

type pair struct{ a, b sync.Mutex }

func (p *pair) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock() // want lockorder
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
	if len(os.Args) > 1 {
		y = x
	}
	var group sync.WaitGroup
	group.Add(2)
	go func() { defer group.Done(); x.forth() }()
	go func() { defer group.Done(); y.back() }()
	group.Wait()
}
