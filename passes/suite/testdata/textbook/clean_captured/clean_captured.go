// Package clean_captured releases in a function literal that others capture, or locks the same field of another object.
package clean_captured

import "sync"

type Table struct {
	mu   sync.Mutex
	rows map[string]int
}

func (t *Table) Adder() func(string) {
	release := func() { t.mu.Unlock() }
	return func(key string) {
		t.mu.Lock()
		n := t.rows[key]
		release()
		t.mu.Lock()
		t.rows[key] = n + 1
		t.mu.Unlock()
	}
}

func (t *Table) Either(quiet bool) func(string) {
	release := func() { t.mu.Unlock() }
	if quiet {
		release = func() { t.rows = nil; t.mu.Unlock() }
	}
	return func(key string) {
		t.mu.Lock()
		n := t.rows[key]
		release()
		t.mu.Lock()
		t.rows[key] = n + 1
		t.mu.Unlock()
	}
}

func (t *Table) Method() func(string) {
	leave := t.mu.Unlock
	return func(key string) {
		t.mu.Lock()
		n := t.rows[key]
		leave()
		t.mu.Lock()
		t.rows[key] = n + 1
		leave()
	}
}

func (t *Table) Between() func(string) {
	release := func() { t.mu.Unlock() }
	pause := func() { release(); t.mu.Lock() }
	return func(key string) {
		t.mu.Lock()
		for range t.rows {
			pause()
		}
		t.rows[key]++
		release()
	}
}

func (t *Table) Walker(next map[string]string) func(string) {
	var walk func(string)
	walk = func(key string) {
		t.mu.Lock()
		n := t.rows[key]
		t.mu.Unlock()
		if n > 0 {
			walk(next[key])
		}
	}
	return walk
}

func (t *Table) Copy(other *Table) func(string) {
	add := func(key string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.rows[key]++
	}
	return func(key string) {
		other.mu.Lock()
		defer other.mu.Unlock()
		if other.rows[key] > 0 {
			add(key)
		}
	}
}

func (t *Table) Given() func(*Table, string) {
	add := func(t *Table, key string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.rows[key]++
	}
	return func(other *Table, key string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if other != t {
			add(other, key)
		}
	}
}

func (t *Table) Later(keys chan string) {
	done := func() { t.mu.Unlock() }
	take := func(key string) {
		t.mu.Lock()
		if t.rows[key] == 0 {
			done()
			return
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
