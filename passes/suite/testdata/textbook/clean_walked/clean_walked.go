// Package clean_walked goes through a list by a field, and holds each lock to the end.
package clean_walked

import "sync"

type seg struct {
	mu   sync.Mutex
	next *seg
}

type T struct {
	cur *seg
}

func (t *T) Walk(o *seg) {
	t.cur = o
	for t.cur != nil {
		t.cur.mu.Lock()
		defer t.cur.mu.Unlock()
		t.cur = t.cur.next
	}
}
