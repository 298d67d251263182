package unlock

import "sync"

type T struct {
	mu sync.Mutex
	n  int
}

func (t *T) F(b bool) {
	t.mu.Lock()
	if b {
		return
	}
	t.mu.Unlock()
}
