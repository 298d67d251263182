// Command clean_overlap takes two locks in both orders, and never at the same time.
package main

import "sync"

var a, b, c, d, e, f, g, h sync.Mutex

func afterWait() {
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	group.Wait()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
}

func beforeGo() {
	d.Lock()
	c.Lock()
	c.Unlock()
	d.Unlock()
	go cd()
	cd()
}

func cd() {
	c.Lock()
	d.Lock()
	d.Unlock()
	c.Unlock()
}

func afterClose() {
	done := make(chan bool)
	go func() {
		e.Lock()
		f.Lock()
		f.Unlock()
		e.Unlock()
		close(done)
	}()
	<-done
	f.Lock()
	e.Lock()
	e.Unlock()
	f.Unlock()
}

func oneGoroutine() {
	g.Lock()
	h.Lock()
	h.Unlock()
	g.Unlock()
	h.Lock()
	g.Lock()
	g.Unlock()
	h.Unlock()
}

func main() {
	afterWait()
	beforeGo()
	afterClose()
	oneGoroutine()
}
