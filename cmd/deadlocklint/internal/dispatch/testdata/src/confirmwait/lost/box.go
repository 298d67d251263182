package lost

import "sync"

type Box struct {
	mu    sync.Mutex
	ready *sync.Cond
	full  bool
}

func New() *Box {
	b := &Box{}
	b.ready = sync.NewCond(&b.mu)
	return b
}

func (b *Box) Put() {
	b.mu.Lock()
	b.full = true
	b.ready.Signal()
	b.mu.Unlock()
}

func (b *Box) Take() {
	b.mu.Lock()
	b.ready.Wait()
	b.full = false
	b.mu.Unlock()
}
