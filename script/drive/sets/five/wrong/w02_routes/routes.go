// Package routes is the table by which a proxy finds the backend of a request.
//
// All methods may be called from several goroutines. Requests are matched while the table changes.
package routes

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// ErrPrefix is wrapped by the error for a prefix that does not begin with a slash.
var ErrPrefix = errors.New("prefix without a slash")

// A Route sends what is below a prefix to a backend.
type Route struct {
	Prefix  string
	Backend string
}

// A Table has routes and a fallback for other paths. Its zero value is empty.
type Table struct {
	mu       sync.RWMutex
	routes   []Route
	fallback string
	version  int
}

// Add puts a route into the table. It replaces the backend of a prefix that the table has.
func (t *Table) Add(prefix, backend string) error {
	if !strings.HasPrefix(prefix, "/") {
		return fmt.Errorf("add route %q: %w", prefix, ErrPrefix)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.version++
	for i := range t.routes {
		if t.routes[i].Prefix == prefix {
			t.routes[i].Backend = backend
			return nil
		}
	}
	t.routes = append(t.routes, Route{prefix, backend})
	return nil
}

// Remove takes a route out of the table. It returns false for a prefix that the table does not have.
func (t *Table) Remove(prefix string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.routes {
		if t.routes[i].Prefix == prefix {
			t.routes = append(t.routes[:i], t.routes[i+1:]...)
			t.version++
			return true
		}
	}
	return false
}

// SetFallback sets the backend for all other paths. An empty one means that there is none.
func (t *Table) SetFallback(backend string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fallback = backend
	t.version++
}

// Fallback returns the backend for all other paths.
func (t *Table) Fallback() string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.fallback
}

// Version counts the changes of the table.
func (t *Table) Version() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.version
}

// Match returns the backend of the longest prefix of the path, or else the fallback. It returns
// false when there is neither.
func (t *Table) Match(path string) (string, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	best := -1
	for i, r := range t.routes {
		if !below(path, r.Prefix) {
			continue
		}
		if best < 0 || len(r.Prefix) > len(t.routes[best].Prefix) {
			best = i
		}
	}
	if best >= 0 {
		return t.routes[best].Backend, true
	}
	backend := t.Fallback()
	return backend, backend != ""
}

// Routes returns a copy of the routes, in the order in which they came.
func (t *Table) Routes() []Route {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return append([]Route(nil), t.routes...)
}

// below tells whether the path is the prefix or in the tree under it.
func below(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(prefix, "/"))
	return ok && (rest == "" || rest[0] == '/')
}
