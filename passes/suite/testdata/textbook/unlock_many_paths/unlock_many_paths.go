// Package unlock_many_paths has more combinations of flags than paths are walked. One return leaves the lock taken all the
// same.
package unlock_many_paths

import "sync"

type Table struct {
	mu    sync.Mutex
	notes sync.Mutex
	n     int
	noted int
}

func (t *Table) note(cold, full, last, first, odd bool) {
	if cold {
		t.count(1)
	}
	if full {
		t.count(2)
	}
	if last {
		t.count(3)
	}
	if first {
		t.count(4)
	}
	if odd {
		t.count(5)
	}
}

func (t *Table) count(n int) {
	t.notes.Lock()
	defer t.notes.Unlock()
	t.noted += n
}

func (t *Table) Put(key int, cold, full, last, first, odd bool) bool {
	t.mu.Lock()
	if cold {
		t.n++
	}
	if full {
		t.n++
	}
	if last {
		t.n++
	}
	if first {
		t.n++
	}
	if odd {
		t.n++
	}
	t.note(cold, full, last, first, odd)
	if key == t.n {
		return false // want missingunlock
	}
	t.n += key
	t.mu.Unlock()
	return true
}
