package m

import "example.com/dep"

type T struct {
	a    watched.Mutex
	b    watched.RWMutex
	gate watched.Gate
	door watched.Door
}

func (t *T) AB() { t.a.Lock(); t.b.Lock(); t.b.Unlock(); t.a.Unlock() }

func (t *T) Right() {
	t.a.Lock()
	t.a.Unlock()
	t.b.Lock()
	t.b.Unlock()
	t.gate.Lock()
	t.gate.Lock()
	t.gate.Unlock()
}

func (t *T) Through() { t.door.Lock(); t.door.Unlock(); t.door.Lock(); t.door.Unlock() }
