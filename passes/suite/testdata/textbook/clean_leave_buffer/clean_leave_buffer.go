// Package clean_leave_buffer has room for all errors but the one that it receives, or for all.
package clean_leave_buffer

import "context"

// Both waits for the first error, or for the end.
func Both(ctx context.Context, serve, watch, renew func() error) error {
	errs := make(chan error, 3)
	run := func(job func() error) { errs <- job() }
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

// First receives one of two.
func First(serve, watch func() error) error {
	errs := make(chan error, 1)
	go func() { errs <- serve() }()
	go func() { errs <- watch() }()
	return <-errs
}
