package p

import (
	"runtime"
	"sync/atomic"
)

type rw struct {
	n    atomic.Int32
	bits uint64
}

const writer = 1 << 31

func (l *rw) takeRead() {
	for {
		n := l.n.Load()
		if n >= 0 && l.n.CompareAndSwap(n, n+1) {
			return
		}
	}
}
func (l *rw) takeReadContinue() {
	for {
		n := l.n.Load()
		if n < 0 {
			runtime.Gosched()
			continue
		}
		if l.n.CompareAndSwap(n, n+1) {
			return
		}
	}
}
func (l *rw) takeBit() {
	for {
		b := atomic.LoadUint64(&l.bits)
		if b&1 == 0 && atomic.CompareAndSwapUint64(&l.bits, b, b|1) {
			break
		}
	}
	println()
}
func (l *rw) counter() {
	for {
		n := l.n.Load()
		if l.n.CompareAndSwap(n, n+1) {
			return
		}
	}
}
func (l *rw) bounded() bool {
	for {
		n := l.n.Load()
		if n > 10 {
			return false
		}
		if l.n.CompareAndSwap(n, n+1) {
			return true
		}
	}
}
func (l *rw) maximum(v int32) {
	for n := l.n.Load(); n < v && !l.n.CompareAndSwap(n, v); n = l.n.Load() {
	}
}
func (l *rw) unlock() { l.n.Add(-1); atomic.AndUint64(&l.bits, ^uint64(1)) }
