// Package clean_gate holds a third lock around both orders.
package clean_gate

import "sync"

type Host struct {
	gate, a, b sync.Mutex
	n          int
}

func (h *Host) First() {
	h.gate.Lock()
	defer h.gate.Unlock()
	h.a.Lock()
	defer h.a.Unlock()
	h.b.Lock()
	defer h.b.Unlock()
	h.n++
}

func (h *Host) Second() {
	h.gate.Lock()
	defer h.gate.Unlock()
	h.inner()
}

func (h *Host) inner() {
	h.b.Lock()
	defer h.b.Unlock()
	h.a.Lock()
	defer h.a.Unlock()
	h.n--
}
