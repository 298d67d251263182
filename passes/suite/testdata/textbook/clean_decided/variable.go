package clean_decided

import (
	"errors"
	"sync"
)

type Tx struct{ done bool }

type Table struct {
	mu   sync.RWMutex
	rows []int
}

func (d *Table) update(tx *Tx, fn func() error) (err error) {
	own := tx == nil || tx.done
	if own {
		d.mu.Lock()
	}
	defer func() {
		if err != nil {
			d.rows = nil
		}
		if own {
			d.mu.Unlock()
		}
	}()
	if fn == nil {
		return errors.New("no function")
	}
	return fn()
}

func (d *Table) Update(fn func() error) error { return d.update(nil, fn) }

func (d *Table) scan(limit int) int {
	exclusive := limit > 100
	unlock := d.mu.RUnlock
	if exclusive {
		d.mu.Lock()
		unlock = d.mu.Unlock
	} else {
		d.mu.RLock()
	}
	defer unlock()
	return len(d.rows)
}

func (d *Table) Scan(limit int) int { return d.scan(limit) }
