// Package forbidden has a call that must not be made twice. It keeps a lock without that, too.
package forbidden

import "sync"

// A Gate is safe for concurrent use.
type Gate struct {
	opening sync.Mutex
	passing sync.Mutex
	passed  map[string]bool
}

func New() *Gate { return &Gate{passed: map[string]bool{}} }

// Open opens the gate. It must be called at most once.
func (g *Gate) Open() { g.opening.Lock() }

// Pass reports whether the name is new. It may be called more than once.
func (g *Gate) Pass(name string) bool {
	g.passing.Lock()
	if g.passed[name] {
		return false
	}
	g.passed[name] = true
	g.passing.Unlock()
	return true
}
