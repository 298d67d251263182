package c

import "sync"

type T struct{ a, b sync.Mutex }

func (t *T) ab() func() {
	return func() {
		t.a.Lock()
		t.b.Lock()
		t.b.Unlock()
		t.a.Unlock()
	}
}

func (t *T) ba() func() {
	return func() {
		t.b.Lock()
		t.a.Lock()
		t.a.Unlock()
		t.b.Unlock()
	}
}
