// Package grow watches names, with a goroutine for each call.
package grow

import "sync"

// A Board has the last value of each name.
type Board struct {
	mu     sync.Mutex
	values map[string]int
	change chan string
}

// New makes a board.
func New() *Board { return &Board{values: map[string]int{}, change: make(chan string)} }

// Set sets a value, and tells a later reader.
func (b *Board) Set(name string, n int) {
	b.mu.Lock()
	b.values[name] = n
	b.mu.Unlock()
	go func() { <-b.change }()
}

// Get is the last value.
func (b *Board) Get(name string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.values[name]
}
