// Package hedge asks several sources for the same thing and takes the first good answer.
package hedge

import (
	"context"
	"errors"
	"fmt"
)

// ErrNone is returned when there are no sources.
var ErrNone = errors.New("hedge: no sources")

// A Source gets a value. It ends early when the context is done.
type Source[T any] func(context.Context) (T, error)

// Value returns a source that has its value at once.
func Value[T any](value T) Source[T] {
	return func(ctx context.Context) (T, error) {
		return value, ctx.Err()
	}
}

// Failure returns a source that always fails.
func Failure[T any](err error) Source[T] {
	return func(context.Context) (T, error) {
		var zero T
		return zero, err
	}
}

// outcome is the value or error of one source.
type outcome[T any] struct {
	index int
	value T
	err   error
}

// run asks a source. A panic of the source and a source that is nil are errors.
func run[T any](ctx context.Context, index int, source Source[T]) (o outcome[T]) {
	o.index = index
	defer func() {
		if p := recover(); p != nil {
			o.err = fmt.Errorf("source %d: %v", index, p)
		}
	}()
	o.value, o.err = source(ctx)
	return o
}

// First asks all sources at the same time. It returns the first value that comes without an
// error, and cancels the others. When all sources fail, it returns all errors, and when the context
// is done before, the error of the context. It does not wait for the sources that lost.
func First[T any](ctx context.Context, sources ...Source[T]) (T, error) {
	var zero T
	if len(sources) == 0 {
		return zero, ErrNone
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outcomes := make(chan outcome[T], len(sources))
	for i, source := range sources {
		go func() { outcomes <- run(ctx, i, source) }()
	}
	errs := make([]error, len(sources))
	for range sources {
		select {
		case o := <-outcomes:
			if o.err == nil {
				return o.value, nil
			}
			errs[o.index] = o.err
		case <-ctx.Done():
			return zero, ctx.Err()
		}
	}
	return zero, errors.Join(errs...)
}

// All asks all sources at the same time and returns all values, in the order of the sources.
// It waits for all of them, and returns the errors of all that failed.
func All[T any](ctx context.Context, sources ...Source[T]) ([]T, error) {
	outcomes := make(chan outcome[T])
	for i, source := range sources {
		go func() { outcomes <- run(ctx, i, source) }()
	}
	values := make([]T, len(sources))
	errs := make([]error, len(sources))
	for range sources {
		o := <-outcomes
		values[o.index], errs[o.index] = o.value, o.err
	}
	return values, errors.Join(errs...)
}
