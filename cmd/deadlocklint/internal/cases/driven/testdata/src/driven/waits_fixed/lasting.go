package waits_fixed

import (
	"context"
	"time"
)

// Block waits until the context ends.
func Block(ctx context.Context) error {
	never := make(chan struct{})
	select {
	case <-never:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Sleep waits for a time, or until the context ends.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
