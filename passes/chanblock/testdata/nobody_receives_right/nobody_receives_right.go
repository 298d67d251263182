// Package nobody_receives_right has room for what is sent, or a receiver for all.
package nobody_receives_right

import (
	"context"
	"errors"
	"time"
)

func Timeout(f func() int) (int, error) {
	ch := make(chan int, 1)
	go func() { ch <- f() }()
	select {
	case v := <-ch:
		return v, nil
	case <-time.After(time.Second):
		return 0, errors.New("timeout")
	}
}

// Beat goes on until it has received.
func Beat(f func() int, beat func()) int {
	ch := make(chan int)
	go func() { ch <- f() }()
	for {
		select {
		case v := <-ch:
			return v
		case <-time.After(time.Second):
			beat()
		}
	}
}

// Drain receives later.
func Drain(ctx context.Context, f func() int, stop func()) int {
	ch := make(chan int)
	go func() { ch <- f() }()
	select {
	case v := <-ch:
		return v
	case <-ctx.Done():
		stop()
		return <-ch
	}
}

func Early(serve, setup func() error) error {
	if err := setup(); err != nil {
		return err
	}
	errs := make(chan error)
	go func() { errs <- serve() }()
	return <-errs
}

// Leaves has a way out for the sender.
func Leaves(ctx context.Context, f func() int, setup func() error) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ch := make(chan int)
	go func() {
		select {
		case ch <- f():
		case <-ctx.Done():
		}
	}()
	if err := setup(); err != nil {
		return 0, err
	}
	return <-ch, nil
}

func First(jobs []func() error) (first error) {
	errs := make(chan error)
	for _, j := range jobs {
		go func() { errs <- j() }()
	}
	for range jobs {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Either sends to one of two.
func Either(f func() (int, error)) int {
	values, errs := make(chan int), make(chan error)
	go func() {
		v, err := f()
		if err != nil {
			errs <- err
			return
		}
		values <- v
	}()
	select {
	case v := <-values:
		return v
	case <-errs:
		return 0
	}
}

// FirstOf counts the answers, and waits for all.
func FirstOf(n int, job func(int) error) (first error) {
	errs := make(chan error)
	for i := range n {
		go func() { errs <- job(i) }()
	}
	for range n {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return first
}

// ask answers on a channel of its own.
func ask(f func() int) <-chan int {
	ch := make(chan int)
	go func() { ch <- f() }()
	return ch
}

func Ask(f func() int) int { return <-ask(f) }

// Polite takes the answer, at the latest when it leaves.
func Polite(ctx context.Context, f func() int) (int, error) {
	ch := ask(f)
	select {
	case v := <-ch:
		return v, nil
	case <-ctx.Done():
		go func() { <-ch }()
		return 0, ctx.Err()
	}
}

// Kept is received from by who has it next.
func Kept(f func() int) <-chan int {
	ch := ask(f)
	return ch
}

// Handed runs what it was handed itself.
func Handed(ctx context.Context, stop func() error) error {
	prepare := func() (<-chan error, func()) {
		done := make(chan error, 1)
		return done, func() { done <- stop() }
	}
	done, run := prepare()
	go run()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Feed ends the context itself, when it has sent all.
func Feed(values []int, work func(int)) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ch := make(chan int)
	go func() {
		for {
			select {
			case v := <-ch:
				work(v)
			case <-ctx.Done():
				return
			}
		}
	}()
	for _, v := range values {
		ch <- v
	}
}

// Told asks for the end of the context as well.
func Told(ctx context.Context, values []int, work func(int)) {
	ch := make(chan int)
	go func() {
		for {
			select {
			case v := <-ch:
				work(v)
			case <-ctx.Done():
				return
			}
		}
	}()
	for _, v := range values {
		select {
		case ch <- v:
		case <-ctx.Done():
			return
		}
	}
}

// Drained takes the rest when it leaves.
func Drained(ctx context.Context, values []int, work func(int)) {
	ch := make(chan int)
	go func() {
		for {
			select {
			case v := <-ch:
				work(v)
			case <-ctx.Done():
				for range ch {
				}
				return
			}
		}
	}()
	for _, v := range values {
		ch <- v
	}
	close(ch)
}

// Failing takes the rest after the first error.
func Failing(values []int, work func(int) error) error {
	ch, errs := make(chan int), make(chan error, 1)
	go func() {
		var first error
		for v := range ch {
			if err := work(v); err != nil && first == nil {
				first = err
			}
		}
		errs <- first
	}()
	for _, v := range values {
		ch <- v
	}
	close(ch)
	return <-errs
}

// InTurn waits for each answer before it sends again.
func InTurn(values []int, work func(int) error) error {
	ch, errs := make(chan int), make(chan error)
	go func() {
		for v := range ch {
			err := work(v)
			errs <- err
			if err != nil {
				return
			}
		}
	}()
	for _, v := range values {
		ch <- v
		if err := <-errs; err != nil {
			return err
		}
	}
	close(ch)
	return nil
}

// Once sends no more often than the worker receives.
func Once(v int, work func(int) error) error {
	ch, errs := make(chan int), make(chan error, 1)
	go func() {
		for v := range ch {
			if err := work(v); err != nil {
				errs <- err
				return
			}
		}
		errs <- nil
	}()
	ch <- v
	close(ch)
	return <-errs
}
