// Package paged_fixed has an iterator that gives its lock back when the loop is left early.
package paged_fixed

import "sync"

// A Book has pages. Its methods may be called from several goroutines.
type Book struct {
	mu    sync.RWMutex
	pages []string
}

// Write adds a page.
func (b *Book) Write(page string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages = append(b.pages, page)
}

// Pages are those so far, for a range statement.
func (b *Book) Pages() func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		b.mu.RLock()
		pages := b.pages
		b.mu.RUnlock()
		for i, page := range pages {
			if !yield(i, page) {
				return
			}
		}
	}
}
