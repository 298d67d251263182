// Package kiln fires pieces of pottery in the chambers of a kiln, as many at the same time as it has
// chambers.
package kiln

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// ErrShut is returned for pieces that come after Shut.
var ErrShut = errors.New("kiln is shut")

// A Kiln fires pieces that become results of type T. New makes one, and Shut ends it. All methods
// may be called from several goroutines.
type Kiln[T any] struct {
	chambers chan struct{}
	pieces   sync.WaitGroup

	mu    sync.Mutex
	shut  bool
	fired []T
	errs  []error
}

// New returns a cold kiln. It has one chamber at least.
func New[T any](chambers int) *Kiln[T] {
	return &Kiln[T]{chambers: make(chan struct{}, max(chambers, 1))}
}

// Fire waits for a free chamber and calls bake there, in a goroutine of its own. It returns an
// error when the context is done before a chamber is free: then bake is not called.
//
// bake gets the same context, and it must not call methods of this kiln. Shut returns
// its result.
func (k *Kiln[T]) Fire(ctx context.Context, piece string, bake func(context.Context) (T, error)) error {
	if bake == nil {
		return fmt.Errorf("piece %s: nothing to do", piece)
	}
	if err := k.announce(); err != nil {
		return fmt.Errorf("piece %s: %w", piece, err)
	}
	select {
	case k.chambers <- struct{}{}:
	case <-ctx.Done():
		k.pieces.Done()
		return fmt.Errorf("piece %s: %w", piece, ctx.Err())
	}
	go func() {
		defer k.pieces.Done()
		defer func() { <-k.chambers }()
		result, err := bake(ctx)
		k.store(piece, result, err)
	}()
	return nil
}

// announce counts a piece that Shut must wait for.
func (k *Kiln[T]) announce() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.shut {
		return ErrShut
	}
	k.pieces.Add(1)
	return nil
}

func (k *Kiln[T]) store(piece string, result T, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil {
		k.errs = append(k.errs, fmt.Errorf("piece %s: %w", piece, err))
		return
	}
	k.fired = append(k.fired, result)
}

// Shut lets no more pieces in, except those for which Fire waits already. It returns the results of
// all pieces, in the order in which they were ready, and the errors of those that broke. It may be
// called more than once.
func (k *Kiln[T]) Shut() ([]T, error) {
	k.mu.Lock()
	k.shut = true
	k.mu.Unlock()
	k.pieces.Wait()

	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.fired), errors.Join(k.errs...)
}
