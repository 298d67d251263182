package a

import "sync"

type A struct {
	mu sync.Mutex
	F  func()
}

func (a *A) Put() {
	a.mu.Lock()
	a.F()
	a.mu.Unlock()
}

func (a *A) Has() {
	a.mu.Lock()
	a.mu.Unlock()
}
