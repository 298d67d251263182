// Package m has a finalizer and a cleanup, which take a lock of the test.
package m

import (
	"runtime"
	"sync"
	"testing"
)

type handle struct{ name *string }

//go:noinline
func finalized(f func()) { runtime.SetFinalizer(&handle{new(string)}, func(*handle) { f() }) }

//go:noinline
func cleaned(f func()) { runtime.AddCleanup(&handle{new(string)}, func(bool) { f() }, true) }

// An end is what a test waits for: the finalizer or the cleanup takes the lock and tells that it has run.
type end struct {
	mu  sync.Mutex
	ran chan bool
}

func (e *end) run() {
	e.mu.Lock()
	e.mu.Unlock()
	close(e.ran)
}

// collect drops a handle, and waits for the other goroutine.
func (e *end) collect(drop func(f func()), other func()) {
	e.ran = make(chan bool)
	over := make(chan bool)
	drop(e.run)
	runtime.GC()
	go func() {
		other()
		close(over)
	}()
	<-over
}

// TestFinalizer waits for the finalizer with the lock held that it takes.
func TestFinalizer(t *testing.T) {
	var e end
	e.collect(finalized, func() {
		e.mu.Lock()
		<-e.ran
		e.mu.Unlock()
	})
}

func TestFinalizerWell(t *testing.T) {
	var e end
	e.collect(finalized, func() {
		<-e.ran
		e.mu.Lock()
		e.mu.Unlock()
	})
}

func TestCleanup(t *testing.T) {
	var e end
	e.collect(cleaned, func() {
		e.mu.Lock()
		<-e.ran
		e.mu.Unlock()
	})
}

func TestCleanupWell(t *testing.T) {
	var e end
	e.collect(cleaned, func() {
		<-e.ran
		e.mu.Lock()
		e.mu.Unlock()
	})
}
