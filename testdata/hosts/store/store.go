// Package store keeps values.
package store

import "sync"

// Mu guards the values.
var Mu sync.Mutex

var values []int

// Add adds a value.
func Add(v int) {
	Mu.Lock()
	defer Mu.Unlock()
	values = append(values, v)
}
