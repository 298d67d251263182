// Package unlock_deferred_flag unlocks in a deferred literal, which locks first unless a
// variable says so, which is set too late.
package unlock_deferred_flag

import (
	"errors"
	"sync"
)

type Tx struct {
	mu     sync.Mutex
	closed bool
	id     string
	ready  chan struct{}
}

func (t *Tx) Begin(take func() (string, error)) error {
	var (
		locked bool
		id     string
		err    error
	)
	defer func() { // want doublelock
		if !locked {
			t.mu.Lock()
			locked = true
		}
		if !t.closed {
			close(t.ready)
			t.ready = make(chan struct{})
		}
		t.mu.Unlock()
	}()
	if id, err = take(); err != nil {
		return err
	}
	t.mu.Lock()
	if t.closed {
		return errors.New("closed")
	}
	locked = true
	t.id = id
	return nil
}
