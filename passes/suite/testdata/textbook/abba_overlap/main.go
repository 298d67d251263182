// Command abba_overlap takes two locks in both orders, and what seems to keep them apart does not.
package main

import "sync"

var a, b, c, d, e, f sync.Mutex

func waitsLater() {
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		a.Lock()
		b.Lock() // want lockorder
		b.Unlock()
		a.Unlock()
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
	group.Wait()
}

func twice() {
	d.Lock()
	c.Lock() // want lockorder
	c.Unlock()
	d.Unlock()
	go cd()
}

func cd() {
	c.Lock()
	d.Lock()
	d.Unlock()
	c.Unlock()
}

func closesFirst() {
	done := make(chan bool)
	go func() {
		close(done)
		e.Lock()
		f.Lock() // want lockorder
		f.Unlock()
		e.Unlock()
	}()
	<-done
	f.Lock()
	e.Lock()
	e.Unlock()
	f.Unlock()
}

type pair struct{ mu sync.Mutex }

var x, y pair

var last sync.Mutex

func forth(p *pair) {
	p.mu.Lock()
	last.Lock()
	last.Unlock()
	p.mu.Unlock()
}

func forthToo(p *pair) {
	p.mu.Lock()
	last.Lock() // want lockorder
	last.Unlock()
	p.mu.Unlock()
}

func back(p *pair) {
	last.Lock()
	p.mu.Lock()
	p.mu.Unlock()
	last.Unlock()
}

// What excludes one of two cycles of the same locks says nothing of the other one.
func masked() {
	forth(&x)
	go forthToo(&x)
	back(&x)
}

func main() {
	masked()
	waitsLater()
	twice()
	twice() // the goroutine of the first turn may still be there
	closesFirst()
}
