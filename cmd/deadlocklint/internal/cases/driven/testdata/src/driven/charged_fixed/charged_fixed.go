// Package charged_fixed gives the lock of a name back after each charge.
package charged_fixed

import "sync"

type Book struct {
	start  int64
	mu     sync.Mutex
	counts map[string]int64
	exact  map[string]*sync.Mutex
}

// New makes a book with locks for some names.
func New(start int64, exact ...string) *Book {
	b := &Book{start: start, counts: map[string]int64{}, exact: map[string]*sync.Mutex{}}
	for _, name := range exact {
		b.exact[name] = new(sync.Mutex)
	}
	return b
}

func (b *Book) get(name string) (int64, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, ok := b.counts[name]
	return n, ok
}

func (b *Book) put(name string, n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts[name] = n
}

// Charge adds n to the count of a name.
func (b *Book) Charge(name string, n int64) int64 {
	own, ok := b.exact[name]
	if ok {
		own.Lock()
	}
	before, known := b.get(name)
	if !known {
		before = b.start
	}
	b.put(name, before+n)
	if ok {
		own.Unlock()
	}
	return before + n
}

// Count is the count of a name.
func (b *Book) Count(name string) int64 {
	n, ok := b.get(name)
	if !ok {
		return b.start
	}
	return n
}
