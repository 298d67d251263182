// Package storage has the interface of stores. Other packages implement it.
package storage

// A Config says how a store is made.
type Config struct {
	Prefix string
}

// A Store keeps values by name.
type Store interface {
	// Add adds a value under a new name.
	Add(name string, value int) bool
	// Total is the sum of all values.
	Total() int
}
