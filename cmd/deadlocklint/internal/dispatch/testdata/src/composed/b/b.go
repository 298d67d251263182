package b

import "sync"

type Store interface{ Has() }

type B struct {
	mu sync.Mutex
	S  Store
}

func (b *B) Submit() {
	b.mu.Lock()
	b.S.Has()
	b.mu.Unlock()
}

func (b *B) Forget() {
	b.mu.Lock()
	b.mu.Unlock()
}
