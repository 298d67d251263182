// Package retry calls operations that may fail or take too long once more.
package retry

import (
	"errors"
	"fmt"
	"time"
)

// ErrTimeout is wrapped by the error of an attempt that took too long.
var ErrTimeout = errors.New("timeout")

// permanent marks an error after which another attempt makes no sense.
type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent returns err with the mark that Do gives up.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanent{err}
}

// A Policy is how often and how long to try. The zero value is one attempt without a limit.
type Policy struct {
	Attempts int           // at most; less than 1 is 1
	Timeout  time.Duration // of one attempt; 0 is none
	Pause    time.Duration // before the second attempt; it doubles with each
}

// Attempts returns a policy of n attempts without a limit or pause.
func Attempts(n int) Policy {
	return Policy{Attempts: n}
}

// Within returns the policy with a limit for each attempt.
func (p Policy) Within(limit time.Duration) Policy {
	p.Timeout = limit
	return p
}

// result is the value and error of one attempt.
type result[T any] struct {
	value T
	err   error
}

// Do calls op until it succeeds, at most as often as the policy says. It returns the value, or
// the errors of all attempts. An attempt that takes too long goes on in the background until op
// returns; its value is not used.
func Do[T any](p Policy, op func() (T, error)) (T, error) {
	var errs []error
	pause := p.Pause
	for n := range max(p.Attempts, 1) {
		if n > 0 {
			time.Sleep(pause)
			pause *= 2
		}
		value, err := attempt(p.Timeout, op)
		if err == nil {
			return value, nil
		}
		errs = append(errs, fmt.Errorf("attempt %d: %w", n+1, err))
		if errors.As(err, new(permanent)) {
			break
		}
	}
	var zero T
	return zero, errors.Join(errs...)
}

// attempt calls op once.
func attempt[T any](limit time.Duration, op func() (T, error)) (T, error) {
	if limit <= 0 {
		return op()
	}
	results := make(chan result[T], 1)
	go func() {
		value, err := op()
		results <- result[T]{value, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-results:
		return r.value, r.err
	case <-timer.C:
		var zero T
		return zero, ErrTimeout
	}
}
