// Package waits_fixed has calls that wait for what their caller owes: an object, a limit, an answer, the end of a context.
package waits_fixed

import "sync"

// A Future has a value at some time.
type Future struct {
	ch    chan struct{}
	once  sync.Once
	value int
}

// NewFuture makes one.
func NewFuture() *Future { return &Future{ch: make(chan struct{})} }

// Set gives it its value.
func (f *Future) Set(n int) { f.once.Do(func() { f.value = n; close(f.ch) }) }

// Get waits for the value.
func (f *Future) Get() int {
	<-f.ch
	return f.value
}

// Sum waits for all.
func Sum(list ...*Future) (n int) {
	for _, f := range list {
		n += f.Get()
	}
	return n
}

// Both waits for two.
func Both(a, b *Future) int { return a.Get() + b.Get() }

// Numbers sends numbers until the caller has closed done.
func Numbers(done <-chan struct{}) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := 0; ; i++ {
			select {
			case ch <- i:
			case <-done:
				return
			}
		}
	}()
	return ch
}
