// Package clean_two_kids has an object lead to the other of two through what keeps both.
package clean_two_kids

import "sync"

type Bridge struct {
	ends  [2]string
	left  *End
	right *End
}

type End struct {
	mu     sync.Mutex
	bridge *Bridge
	closed bool
}

func New() *Bridge {
	b := &Bridge{}
	b.left = &End{bridge: b}
	b.right = &End{bridge: b}
	return b
}

func (e *End) Open() bool {
	e.bridge.left.mu.Lock()
	e.bridge.right.mu.Lock()
	open := !e.bridge.left.closed && !e.bridge.right.closed
	e.bridge.right.mu.Unlock()
	e.bridge.left.mu.Unlock()
	return open
}
