// Package leave_buffer has room for one of two errors, and receives one.
package leave_buffer

import "context"

// Both waits for the first error, or for the end.
func Both(ctx context.Context, serve, watch, renew func() error) error {
	errs := make(chan error, 1)
	run := func(job func() error) { errs <- job() } // want blocks-forever
	go run(serve)
	go run(watch)
	go run(renew)
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
