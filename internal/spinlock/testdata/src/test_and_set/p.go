package p

import (
	"runtime"
	"sync/atomic"
	"time"
)

type spin struct {
	state atomic.Int32
	flag  atomic.Bool
	word  uint32
}

const free, taken = 0, 1

func (s *spin) takeMethod() {
	for !s.state.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
}
func (s *spin) takeFlag() {
	for !s.flag.CompareAndSwap(false, true) {
	}
}
func (s *spin) takeFunction() {
	for !atomic.CompareAndSwapUint32(&s.word, free, taken) {
	}
}
func (s *spin) takeSwap() {
	for s.flag.Swap(true) {
	}
}
func (s *spin) takeSwapped() {
	for atomic.SwapUint32(&s.word, 1) == 1 {
		time.Sleep(1)
	}
}
func (s *spin) takeSwappedZero() {
	for s.state.Swap(1) != 0 {
	}
}
func (s *spin) takeBody() {
	for {
		if s.state.CompareAndSwap(0, 1) {
			return
		}
		runtime.Gosched()
	}
}
func (s *spin) takeBreak() {
	for {
		if s.state.CompareAndSwap(0, 1) {
			break
		}
	}
	println()
}
func (s *spin) takeContinue() {
	for {
		if !s.state.CompareAndSwap(0, 1) {
			continue
		}
		return
	}
}
func (s *spin) takeElse() {
	for {
		if s.state.Load() != 0 || !s.state.CompareAndSwap(0, 1) {
			runtime.Gosched()
		} else {
			return
		}
	}
}
func (s *spin) takeTested() {
	for {
		for s.state.Load() != 0 {
		}
		if s.state.CompareAndSwap(0, 1) {
			return
		}
	}
}
func (s *spin) takeVariable() {
	for {
		ok := s.state.CompareAndSwap(0, 1)
		if ok {
			return
		}
	}
}
func (s *spin) takeInit() {
	for {
		if old := s.state.Swap(1); old == 0 {
			return
		}
	}
}
func (s *spin) takeBackoff() {
	n := 1
	for !s.state.CompareAndSwap(0, 1) {
		for i := 0; i < n; i++ {
			if i > 3 {
				break
			}
		}
		if n < 16 {
			n <<= 1
		}
	}
}
func (s *spin) takeOwner(me int32) {
	for !s.state.CompareAndSwap(0, me) {
	}
}
func (s *spin) takeSwitch() {
	for {
		switch {
		case true:
			break
		}
		if s.state.CompareAndSwap(0, 1) {
			return
		}
	}
}
func (s *spin) takeLabelled() {
again:
	for {
		for {
			if s.state.CompareAndSwap(0, 1) {
				break again
			}
			continue again
		}
	}
}
func (s *spin) try() bool { return s.state.CompareAndSwap(0, 1) }
func (s *spin) tries() bool {
	for i := 0; i < 10; i++ {
		if s.state.CompareAndSwap(0, 1) {
			return true
		}
	}
	return false
}
func (s *spin) until(d func() bool) bool {
	for {
		if s.state.CompareAndSwap(0, 1) {
			return true
		}
		if d() {
			return false
		}
	}
}
func (s *spin) context(c chan int) bool {
	for {
		select {
		case <-c:
			return false
		default:
		}
		if s.state.CompareAndSwap(0, 1) {
			return true
		}
	}
}
func (s *spin) later() {
	go func() {
		for !s.state.CompareAndSwap(0, 1) {
		}
	}()
}
func (s *spin) busy() {
	for s.state.Load() != 0 {
		runtime.Gosched()
	}
}
func (s *spin) goto_() {
	for {
		if s.state.CompareAndSwap(0, 1) {
			return
		}
		goto out
	}
out:
}
func (s *spin) unlock() { s.state.Store(0); s.flag.Store(false); atomic.StoreUint32(&s.word, free) }
