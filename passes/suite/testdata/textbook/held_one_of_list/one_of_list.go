// Package held_one_of_list waits with the lock of an object of its own, whose type is that of elements of a map as well.
package held_one_of_list

import "sync"

type Acc struct {
	mu  sync.Mutex
	bal int
}
type Bank struct {
	accs map[string]*Acc
	in   chan int
	one  *Acc
}

func (b *Bank) run() {
	for n := range b.in {
		b.one.mu.Lock()
		b.one.bal += n
		b.one.mu.Unlock()
	}
}
func (b *Bank) Check() {
	b.one.mu.Lock()
	defer b.one.mu.Unlock()
	b.in <- 1 // want lockheld
}
func New() *Bank {
	b := &Bank{in: make(chan int)}
	for i := 0; i < 3; i++ {
		go b.run()
	}
	return b
}
