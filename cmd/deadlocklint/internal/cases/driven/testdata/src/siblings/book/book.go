// Package book has books of accounts.
package book

import "sync"

// A Book has entries. It is not safe for concurrent use.
type Book struct {
	mu      sync.Mutex
	entries int
}

// New makes a book with some entries.
func New(entries int) *Book { return &Book{entries: entries} }

// Move moves all entries to another book.
func (b *Book) Move(to *Book) {
	if b == to || to == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	to.entries, b.entries = to.entries+b.entries, 0
}
