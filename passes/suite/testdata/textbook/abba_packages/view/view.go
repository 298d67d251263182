// Package view: its lock is taken under the registry's through a callback, and
// the registry's under its own by a call.
package view

import (
	"sync"

	"example.com/textbook/abba_packages/registry"
)

type View struct {
	mu    sync.Mutex
	reg   *registry.Registry
	lines []string
}

func (v *View) Draw() {
	v.reg.Each(func(name string) { // want lockorder
		v.mu.Lock()
		v.lines = append(v.lines, name)
		v.mu.Unlock()
	})
}

func (v *View) First() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.reg.Count(v.lines[0])
}
