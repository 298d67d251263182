// Package inbox has a queue without a bound between goroutines.
package inbox

import (
	"errors"
	"sync"
)

// ErrClosed is returned by all methods of an Inbox that is closed, and by Take when it is also
// empty.
var ErrClosed = errors.New("inbox: closed")

// An Inbox is a queue of values. New makes one.
type Inbox[T any] struct {
	mu       sync.Mutex
	nonEmpty sync.Cond
	items    []T
	closed   bool
	most     int
}

// New returns an inbox with some values in it.
func New[T any](items ...T) *Inbox[T] {
	in := &Inbox[T]{items: append([]T(nil), items...), most: len(items)}
	in.nonEmpty.L = &in.mu
	return in
}

// Put appends a value. It never waits.
func (in *Inbox[T]) Put(item T) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.closed {
		return ErrClosed
	}
	in.items = append(in.items, item)
	in.most = max(in.most, len(in.items))
	in.nonEmpty.Signal()
	return nil
}

// Take returns the oldest value. While there is none it waits for Put or Close. Values that
// are in the inbox can be taken after Close, too.
func (in *Inbox[T]) Take() (T, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.items) == 0 && !in.closed {
		in.nonEmpty.Wait()
	}
	if item, ok := in.shift(); ok {
		return item, nil
	}
	var zero T
	return zero, ErrClosed
}

// TryTake returns the oldest value when there is one. It does not wait.
func (in *Inbox[T]) TryTake() (T, bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.shift()
}

// shift wants the lock.
func (in *Inbox[T]) shift() (item T, ok bool) {
	if len(in.items) == 0 {
		return item, false
	}
	item = in.items[0]
	in.items = in.items[1:]
	return item, true
}

// Len returns how many values wait, and the most that ever waited.
func (in *Inbox[T]) Len() (now, most int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	return len(in.items), in.most
}

// Close refuses further values and ends all calls that wait. The second Close returns ErrClosed.
func (in *Inbox[T]) Close() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.closed {
		return ErrClosed
	}
	in.closed = true
	in.nonEmpty.Signal()
	return nil
}
