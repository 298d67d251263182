// Package recovered goes on when a hook panics, and has forgotten its lock then.
package recovered

import (
	"errors"
	"sync"
)

// ErrHook is that a hook has panicked.
var ErrHook = errors.New("recovered: a hook panicked")

// Hooks are functions by name.
type Hooks struct {
	mu    sync.Mutex
	calls int
}

// Run calls a hook, and counts it.
func (h *Hooks) Run(hook func(n int) error) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrHook
		}
	}()
	h.mu.Lock()
	err = hook(h.calls)
	h.calls++
	h.mu.Unlock()
	return err
}

// Calls is how many hooks were called.
func (h *Hooks) Calls() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.calls
}
