package unlock_decided

import (
	"errors"
	"sync"
)

type DB struct {
	mu   sync.Mutex
	rows []int
}

func (d *DB) Update(tx *int, fn func() error) (err error) {
	own := tx == nil
	if own {
		d.mu.Lock()
	}
	if fn == nil {
		return errors.New("no function") // want missingunlock
	}
	defer func() {
		if own {
			d.mu.Unlock()
		}
	}()
	return fn()
}
