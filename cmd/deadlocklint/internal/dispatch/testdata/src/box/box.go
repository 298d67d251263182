package m

import "sync"

type Box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *Box[T]) Put(v T) { b.mu.Lock(); defer b.mu.Unlock(); b.v = v }
func (b *Box[T]) Take() T { b.mu.Lock(); defer b.mu.Unlock(); v := b.v; b.v = *new(T); return v }
