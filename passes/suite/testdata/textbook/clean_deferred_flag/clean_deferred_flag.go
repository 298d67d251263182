// Package clean_deferred_flag unlocks in a deferred literal, which locks first unless a
// variable says that this has been done.
package clean_deferred_flag

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
	defer func() {
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
	locked = true
	if t.closed {
		return errors.New("closed")
	}
	t.id = id
	return nil
}
