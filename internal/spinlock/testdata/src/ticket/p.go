package p

import (
	"runtime"
	"sync/atomic"
)

type ticket struct {
	next, serving atomic.Uint32
	a, b          uint32
}

func (t *ticket) takeTicket() {
	my := t.next.Add(1) - 1
	for t.serving.Load() != my {
		runtime.Gosched()
	}
}
func (t *ticket) takeFunction() {
	my := atomic.AddUint32(&t.a, 1)
	for {
		if atomic.LoadUint32(&t.b) == my {
			return
		}
	}
}
func (t *ticket) unlock() { t.serving.Add(1); atomic.AddUint32(&t.b, 1) }
