// Package routed_fixed finds the handler of a path.
package routed_fixed

import (
	"strings"
	"sync"
)

// Routes are handlers by the beginnings of their paths. They are safe for concurrent use.
type Routes struct {
	mu      sync.RWMutex
	numbers map[string]int
	matched sync.Map // paths that were looked up
}

// New has no routes.
func New() *Routes { return &Routes{numbers: map[string]int{}} }

// Handle adds a route.
func (r *Routes) Handle(prefix string, number int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.numbers[prefix] = number
	r.matched.Clear()
}

// Match is the number of the longest route for a path.
func (r *Routes) Match(path string) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if n, ok := r.matched.Load(path); ok {
		return n.(int)
	}
	best, number := -1, 0
	for prefix, n := range r.numbers {
		if strings.HasPrefix(path, prefix) && len(prefix) > best {
			best, number = len(prefix), n
		}
	}
	r.matched.Store(path, number)
	return number
}
