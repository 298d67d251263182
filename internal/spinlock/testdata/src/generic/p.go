package p

import "sync/atomic"

type spin[T any] struct {
	state atomic.Int32
	v     T
}

func (s *spin[T]) takeGeneric() {
	for !s.state.CompareAndSwap(0, 1) {
	}
}
func (s *spin[T]) unlock() { s.state.Store(0) }

var state atomic.Int32

func takeFunctionGeneric[T any](T) {
	for !state.CompareAndSwap(0, 1) {
	}
}
