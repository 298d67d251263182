// Package gate_shown has two gates of one type, in two fields that alone hold them.
package gate_shown

import "sync"

type gate struct {
	mu sync.Mutex
	n  int
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
	h.b.Lock() // want `^lock order cycle: .* \[lockorder`
	h.n++
	h.b.Unlock()
}

func (h *Hall) Leave() {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	h.b.Lock()
	defer h.b.Unlock()
	h.a.Lock()
	h.n--
	h.a.Unlock()
}
