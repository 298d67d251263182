// Package recovered_fixed goes on when a hook panics.
package recovered_fixed

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
	defer h.mu.Unlock()
	err = hook(h.calls)
	h.calls++
	return err
}

// Calls is how many hooks were called.
func (h *Hooks) Calls() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.calls
}
