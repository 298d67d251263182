package p

import "sync/atomic"

type once struct{ done atomic.Bool }

func (o *once) do() {
	for !o.done.CompareAndSwap(false, true) {
	}
}
