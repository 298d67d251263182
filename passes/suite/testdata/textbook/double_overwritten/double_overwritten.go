// Package double_overwritten assigns to a field that something else overwrites before the function that tests the field.
package double_overwritten

import (
	"errors"
	"sync"
	"sync/atomic"
)

type timeout struct{}

func (*timeout) Error() string { return "timeout" }

type job struct {
	mu    sync.Mutex
	state int32
	open  bool
	late  *timeout
	tries int
}

// view is another type with the same fields.
type view job

func (j *job) retry() {
	if atomic.LoadInt32(&j.state) == 1 || j.state == 1 || j.open || j.late != nil {
		j.mu.Lock()
		j.tries++
		j.mu.Unlock()
	}
}

// Store overwrites by an atomic operation.
func (j *job) Store() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state, j.open, j.late = 0, false, nil
	atomic.StoreInt32(&j.state, 1)
	j.retry() // want doublelock
}

// Match overwrites by errors.As.
func (j *job) Match(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state, j.open, j.late = 0, false, nil
	errors.As(err, &j.late)
	j.retry() // want doublelock
}

// View overwrites through the other type.
func (j *job) View() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state, j.open, j.late = 0, false, nil
	(*view)(j).open = true
	j.retry() // want doublelock
}
