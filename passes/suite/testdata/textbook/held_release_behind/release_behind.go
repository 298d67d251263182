// Package held_release_behind waits with a lock in front of the call that releases the lock.
package held_release_behind

import "sync"

type R struct {
	a sync.Mutex
	n int
	c chan int
}

func (r *R) run(f func()) {
	for i := 0; i < 3; i++ {
		<-r.c
	}
	f()
}
func (r *R) Do() {
	r.a.Lock()
	r.run(func() { // want lockheld
		r.a.Unlock()
	})
}
func (r *R) Work() {
	for {
		r.a.Lock()
		r.n++
		r.a.Unlock()
		r.c <- 1
	}
}
func New() *R {
	r := &R{c: make(chan int)}
	go r.Work()
	return r
}
