// Package unlock_told_nobody returns with a lock when it succeeds, as if its caller were to release it, which no caller does.
package unlock_told_nobody

import (
	"errors"
	"sync"
)

type Devices struct {
	mu      sync.Mutex
	deleted int
}

func (d *Devices) cleanup() error {
	d.mu.Lock()
	if d.deleted == 0 {
		return nil // want missingunlock
	}
	d.mu.Unlock()
	return errors.New("busy")
}

func (d *Devices) Delete() error {
	if err := d.cleanup(); err != nil {
		return err
	}
	d.mu.Lock() // want doublelock
	defer d.mu.Unlock()
	d.deleted++
	return nil
}
