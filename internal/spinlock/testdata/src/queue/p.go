package p

import (
	"runtime"
	"sync/atomic"
)

type node struct {
	locked atomic.Bool
	next   atomic.Pointer[node]
}
type mcs struct{ tail atomic.Pointer[node] }

func (m *mcs) takeMCS(n *node) {
	n.locked.Store(true)
	if p := m.tail.Swap(n); p != nil {
		p.next.Store(n)
		for n.locked.Load() {
			runtime.Gosched()
		}
	}
}
func (m *mcs) takeCLH(n *node) {
	p := m.tail.Swap(n)
	for p.locked.Load() {
	}
}
func (m *mcs) unlock(n *node) {
	if m.tail.CompareAndSwap(n, nil) {
		return
	}
	n.next.Load().locked.Store(false)
}
