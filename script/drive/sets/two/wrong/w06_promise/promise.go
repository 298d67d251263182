// Package promise has values that come later.
package promise

import (
	"context"
	"errors"
	"sync"
)

// ErrCanceled is the error of promises that were canceled.
var ErrCanceled = errors.New("promise: canceled")

// A Promise gets a value or an error once. New makes one.
type Promise[T any] struct {
	done chan struct{}

	mu      sync.Mutex
	settled bool
	value   T
	err     error
	then    []func(T, error)
}

// New returns a promise without a value.
func New[T any]() *Promise[T] {
	return &Promise[T]{done: make(chan struct{})}
}

// Go returns a promise for the result of fn. It runs fn in a goroutine.
func Go[T any](fn func() (T, error)) *Promise[T] {
	p := New[T]()
	go func() { p.settle(fn()) }()
	return p
}

// settle gives the promise its value and error, unless it has them.
func (p *Promise[T]) settle(value T, err error) bool {
	p.mu.Lock()
	if p.settled {
		p.mu.Unlock()
		return false
	}
	p.settled = true
	p.value, p.err = value, err
	then := p.then
	p.then = nil
	close(p.done)
	p.mu.Unlock()
	for _, fn := range then {
		fn(value, err)
	}
	return true
}

// Resolve gives the promise its value. It reports whether it was the first to settle it.
func (p *Promise[T]) Resolve(value T) bool {
	return p.settle(value, nil)
}

// Reject settles the promise with an error.
func (p *Promise[T]) Reject(err error) bool {
	var zero T
	return p.settle(zero, err)
}

// Cancel settles the promise with ErrCanceled.
func (p *Promise[T]) Cancel() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.settled {
		return false
	}
	p.settled, p.err = true, ErrCanceled
	return true
}

// Then calls fn when the promise is settled: at once, or in the goroutine that settles it.
func (p *Promise[T]) Then(fn func(T, error)) {
	p.mu.Lock()
	if !p.settled {
		p.then = append(p.then, fn)
		p.mu.Unlock()
		return
	}
	p.mu.Unlock()
	fn(p.value, p.err)
}

// Settled reports whether the promise has a value or an error.
func (p *Promise[T]) Settled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.settled
}

// Get waits until the promise is settled.
func (p *Promise[T]) Get() (T, error) {
	<-p.done
	return p.value, p.err
}

// GetContext is Get that gives up when the context is done.
func (p *Promise[T]) GetContext(ctx context.Context) (T, error) {
	select {
	case <-p.done:
		return p.value, p.err
	case <-ctx.Done():
		var zero T
		return zero, ctx.Err()
	}
}
