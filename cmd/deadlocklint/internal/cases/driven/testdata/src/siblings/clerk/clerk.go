// Package clerk opens books of another package, which says what their users must not do.
package clerk

import "example.com/siblings/book"

// Open opens a book.
func Open(entries int) *book.Book { return book.New(entries) }
