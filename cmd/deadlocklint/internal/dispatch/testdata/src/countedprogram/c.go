package main

import "sync"

type pair struct{ a, b sync.Mutex }

func (p *pair) ab() { p.a.Lock(); p.b.Lock(); p.b.Unlock(); p.a.Unlock() }
func (p *pair) ba() { p.b.Lock(); p.a.Lock(); p.a.Unlock(); p.b.Unlock() }

func main() {
	var p pair
	var wg sync.WaitGroup
	wg.Go(p.ab)
	wg.Wait()
	p.ba()
}
