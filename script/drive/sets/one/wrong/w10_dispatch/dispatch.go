// Package dispatch runs tasks in the background, some of them at the same time.
package dispatch

import (
	"errors"
	"sync"
)

// Errors of a Dispatcher.
var (
	ErrClosed = errors.New("dispatch: closed")
	ErrNoTask = errors.New("dispatch: no task")
)

// A Task is done once.
type Task interface {
	Do() error
}

// TaskFunc is a function that is a Task.
type TaskFunc func() error

// Do calls f.
func (f TaskFunc) Do() error { return f() }

// Counts are how many tasks a Dispatcher has seen.
type Counts struct {
	Done, Failed, Refused int
}

// A Dispatcher runs tasks. New makes one.
type Dispatcher struct {
	slots chan struct{}
	open  sync.WaitGroup

	mu     sync.Mutex
	closed bool
	counts Counts
	first  error
}

// New returns a dispatcher that runs at most parallel tasks at the same time, and at least one.
func New(parallel int) *Dispatcher {
	return &Dispatcher{slots: make(chan struct{}, max(parallel, 1))}
}

// Go runs a task in the background. It does not wait. Tasks may call it, too.
func (d *Dispatcher) Go(task Task) error {
	if task == nil {
		return ErrNoTask
	}
	d.open.Add(1)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		d.counts.Refused++
		return ErrClosed
	}
	go d.run(task)
	return nil
}

// run does a task when there is a slot for it.
func (d *Dispatcher) run(task Task) {
	defer d.open.Done()
	d.slots <- struct{}{}
	err := task.Do()
	<-d.slots
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		d.counts.Done++
		return
	}
	d.counts.Failed++
	if d.first == nil {
		d.first = err
	}
}

// Counts returns the counts of this moment.
func (d *Dispatcher) Counts() Counts {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.counts
}

// Close refuses further tasks, waits for those that run or wait for a slot, and returns the first
// error. It may be called again, and by several goroutines, but not by a task.
func (d *Dispatcher) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.open.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.first
}
