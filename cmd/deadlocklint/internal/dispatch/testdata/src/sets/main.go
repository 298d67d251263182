package main

import (
	"bytes"
	"runtime"
	"sync"
)

type link struct {
	mu      sync.Mutex
	changed *sync.Cond
	Up      bool
}

// until waits in a way that no recording orders by.
func until(done func() bool) {
	for !done() {
		runtime.Gosched()
	}
}

func waits() bool {
	stacks := make([]byte, 1<<16)
	return bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("[sync.Cond.Wait"))
}

func main() {
	l := &link{}
	l.changed = sync.NewCond(&l.mu)
	var users sync.WaitGroup
	for i := range 2 {
		users.Add(1)
		go func() {
			defer users.Done()
			if i > 0 {
				until(func() bool { return l.Up })
			}
			l.use()
		}()
	}
	until(waits)
	l.mu.Lock()
	l.set()
	l.changed.Signal()
	l.mu.Unlock()
	users.Wait()
}
