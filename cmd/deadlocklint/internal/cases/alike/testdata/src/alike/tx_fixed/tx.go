package tx_fixed

import (
	"errors"
	"sync"
)

// A Tx is ended by Commit or Rollback. Either fails after the other one.
type Tx struct {
	mu   sync.Mutex
	over bool
	rows []string
}

func (x *Tx) Insert(row string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rows = append(x.rows, row)
}

func (x *Tx) end() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over {
		return errors.New("the transaction is over")
	}
	x.over = true
	return nil
}

func (x *Tx) Commit() error   { return x.end() }
func (x *Tx) Rollback() error { return x.end() }
