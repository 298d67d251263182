// Package double_captured locks again, or forgets to unlock, in function literals that call others which they capture.
package double_captured

import "sync"

type Table struct {
	mu   sync.Mutex
	rows map[string]int
}

func (t *Table) Adder() func(string) {
	add := func(key string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.rows[key]++
	}
	return func(key string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.rows[key] == 0 {
			add(key) // want doublelock
		}
	}
}

func (t *Table) Walker(next map[string]string) func(string) {
	var walk func(string)
	walk = func(key string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.rows[key] > 0 {
			walk(next[key]) // want doublelock
		}
	}
	return walk
}

func (t *Table) Deep() func() func(string) {
	add := func(key string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.rows[key]++
	}
	return func() func(string) {
		return func(key string) {
			t.mu.Lock()
			add(key) // want doublelock
			t.mu.Unlock()
		}
	}
}

func (t *Table) Method() func(string) {
	enter, leave := t.mu.Lock, t.mu.Unlock
	return func(key string) {
		t.mu.Lock()
		if t.rows[key] == 0 {
			enter() // want doublelock
		}
		t.rows[key]++
		leave()
	}
}

func (t *Table) Later(keys chan string) {
	done := func() { t.mu.Unlock() }
	take := func(key string) {
		t.mu.Lock()
		if t.rows[key] == 0 {
			return // want missingunlock
		}
		t.rows[key]--
		done()
	}
	go func() {
		for key := range keys {
			take(key)
		}
	}()
}
