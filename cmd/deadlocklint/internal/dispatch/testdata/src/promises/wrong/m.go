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

func (t *T) BA() { t.b.RLock(); t.a.Lock(); t.a.Unlock(); t.b.RUnlock() }

func (t *T) Twice() { t.a.Lock(); t.AB(); t.a.Unlock() }

func (t *T) Forgets(x bool) {
	t.b.Lock()
	if x {
		return
	}
	t.b.Unlock()
}
