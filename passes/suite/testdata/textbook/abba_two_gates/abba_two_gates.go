// Package abba_two_gates has two gates of one type, and each order is behind another one.
package abba_two_gates

import "sync"

type gate struct {
	mu     sync.Mutex
	passed int
}

type Hall struct {
	in, out *gate
	a, b    sync.Mutex
	n       int
}

func New() *Hall { return &Hall{in: &gate{}, out: &gate{}} }

func (h *Hall) Enter() {
	h.in.mu.Lock()
	defer h.in.mu.Unlock()
	h.a.Lock()
	defer h.a.Unlock()
	h.b.Lock() // want lockorder
	defer h.b.Unlock()
	h.n++
}

func (h *Hall) Leave() {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	h.b.Lock()
	defer h.b.Unlock()
	h.a.Lock()
	defer h.a.Unlock()
	h.n--
}
